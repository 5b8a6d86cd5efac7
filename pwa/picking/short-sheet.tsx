import { Fragment, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import type { LineView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { LineSummary } from './line-summary.tsx';

export interface ShortSheetProps {
  line: LineView;
  reasons: readonly ErrorCodeRow[];
  onClose: () => void;
  onRecord: (qty: number, reason: { code: string; other_reason: string | null } | null) => Promise<void>;
}

/** Scrolls a reason into view: in a full sheet, the details field of the last reason would be below the edge. */
const scrollIntoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

/** Asks how many items were picked and why fewer than allocated, with details where the reason requires them. */
export function ShortSheet({ line, reasons, onClose, onRecord }: ShortSheetProps) {
  const [qty, setQty] = useState(Math.min(line.qty_picked, line.qty_allocated));
  const [code, setCode] = useState(line.code);
  const [details, setDetails] = useState(line.other_reason ?? '');
  const reason = reasons.find((each) => each.code === code);
  const short = line.qty_allocated - qty;
  const missing = short === 0 ? null : !reason ? messages.select_reason : reason.requires_input && !details.trim() ? messages.details_required : null;

  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title="Select reason for picking anomaly"
      description={`Picked ${qty} of ${line.qty_allocated}, ${short} short`}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Keep counting
          </Button>
          <Button
            size="lg"
            look="primary"
            className="flex-1"
            disabled={missing !== null}
            onClick={() =>
              void onRecord(qty, reason && short > 0 ? { code: reason.code, other_reason: reason.requires_input ? details.trim() : null } : null)
            }
          >
            Record {qty} of {line.qty_allocated}
          </Button>
        </>
      }
    >
      <div className="flow">
        <div className="line wide short-line">
          <LineSummary line={line} />
          <QtyStepper value={qty} max={line.qty_allocated} of={line.qty_allocated} onChange={setQty} label={`Picked of ${line.qty_allocated}`} />
        </div>
        <fieldset className="card rows" aria-label="Reason">
          {reasons.map((each) => {
            const isSelected = each.code === code;
            return (
              <Fragment key={each.code}>
                <label className={`row tick reason-row${isSelected ? ' chosen' : ''}`}>
                  <input type="radio" name="code" checked={isSelected} onChange={() => setCode(each.code)} />
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
                      onChange={(event) => setDetails(event.target.value)}
                    />
                  </div>
                )}
              </Fragment>
            );
          })}
        </fieldset>
        {missing && <p className="sub">{missing}</p>}
        {short > 0 && <p className="note">The {short} not picked go back to free stock, and a count of the bin is requested.</p>}
      </div>
    </Sheet>
  );
}
