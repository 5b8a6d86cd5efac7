import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { lineName } from '../api/line-name.ts';
import { NotSent } from '../api/not-sent.tsx';
import { toast } from '../ui/toast.ts';
import type { Line } from './client.ts';
import { usePending } from './pending-saves.ts';
import type { Change } from './use-change.ts';

/** The ordered quantity, saved on Enter or when the field loses the focus. A quantity that could not be stored stays, beside the stored one. */
export function QtyCell({ line, change, canEdit }: { line: Line; change: Change; canEdit: boolean }) {
  const [draft, setDraft] = useState<{ text: string; base: Line } | null>(null);
  const unsentValue = change.keptIn(line.id, 'qty_requested');
  // The save in progress. Saving may open a dialog, which takes the focus from the field. Leaving the field then waits for this save and starts no
  // other.
  const saving = useRef<Promise<boolean> | null>(null);
  const store = async (): Promise<boolean> => {
    const qty_requested = Number(draft?.text);
    if (draft && /[−–-]/.test(draft.text)) toast(messages.qty_negative, { tone: 'wrong' });
    const isChanged = qty_requested >= 1 && qty_requested !== line.qty_requested;
    if (draft && !isChanged) unsentValue?.giveUp();
    const isStored = !draft || !isChanged || (await change.changeLineField({ qty_requested }, draft.base)) !== undefined;
    setDraft(null);
    return isStored;
  };
  const save = (): Promise<boolean> => {
    saving.current ??= store().finally(() => {
      saving.current = null;
    });
    return saving.current;
  };
  usePending(draft ? save : null);
  if (!canEdit) return line.qty_requested - line.qty_cancelled;
  const what = `Quantity, ${lineName(line)}, ${line.employee.name}`;
  const field = (
    <input
      className="in num cell-in"
      name="qty_requested"
      data-cell={`${line.id}:qty`}
      data-edited={draft ? '' : undefined}
      inputMode="numeric"
      aria-label={what}
      value={draft?.text ?? unsentValue?.value ?? line.qty_requested}
      onFocus={(event) => event.target.select()}
      onChange={(event) =>
        setDraft({ text: event.target.value.replace(/[^\d−–-]/g, '').slice(0, String(limits.line_quantity).length), base: draft?.base ?? line })
      }
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        else if (event.key === 'Escape')
          flushSync(() => {
            setDraft(null);
            unsentValue?.giveUp();
          });
        else return;
        // The next digit replaces the quantity, as when the field gets the focus.
        event.currentTarget.select();
      }}
    />
  );
  if (!unsentValue) return field;
  return (
    <>
      {field}
      {unsentValue.again ? <NotSent what={what} again={unsentValue.again} /> : <div className="note small nowrap">{line.qty_requested} now</div>}
    </>
  );
}
