import { Fragment } from 'react';
import { messages } from '../../shared/messages.ts';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import { TextArea } from '../ui/field.tsx';
import type { ShortReason } from './record-pick.ts';

/** Scrolls a reason into view: in a full sheet, the details field of the last reason would be below the edge. */
const scrollIntoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

/** The reason that a picker has chosen, and the details that some reasons require. */
export interface ChosenReason {
  code: string | null;
  details: string;
}

/** What is missing of a reason, in words; null if it is complete. */
export function missingOfReason(reasons: readonly ErrorCodeRow[], { code, details }: ChosenReason): string | null {
  const reason = reasons.find((each) => each.code === code);
  if (!reason) return messages.select_reason;
  return reason.requires_input && !details.trim() ? messages.details_required : null;
}

/** The reason as it is recorded; null if none is chosen. */
export function reasonToRecord(reasons: readonly ErrorCodeRow[], { code, details }: ChosenReason): ShortReason | null {
  const reason = reasons.find((each) => each.code === code);
  return reason ? { code: reason.code, other_reason: reason.requires_input ? details.trim() : null } : null;
}

/** The reasons for a short pick, with a field for details where the chosen one requires them. */
export function ReasonChoice({
  reasons,
  value: { code, details },
  onChange,
}: {
  reasons: readonly ErrorCodeRow[];
  value: ChosenReason;
  onChange: (value: ChosenReason) => void;
}) {
  return (
    <fieldset className="card rows" aria-label="Reason">
      {reasons.map((each) => {
        const isSelected = each.code === code;
        return (
          <Fragment key={each.code}>
            <label className={`row tick reason-row${isSelected ? ' chosen' : ''}`}>
              <input type="radio" name="code" checked={isSelected} onChange={() => onChange({ code: each.code, details })} />
              <span className="grow">{isSelected ? <strong>{each.description}</strong> : each.description}</span>
              <span className="note code small">{each.code}</span>
            </label>
            {isSelected && each.requires_input && (
              <div ref={scrollIntoView} className="row reason-details">
                <TextArea
                  label="Details"
                  name="other_reason"
                  rows={2}
                  maxLength={500}
                  className="grow"
                  value={details}
                  onChange={(event) => onChange({ code, details: event.target.value })}
                />
              </div>
            )}
          </Fragment>
        );
      })}
    </fieldset>
  );
}
