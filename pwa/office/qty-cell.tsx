import { useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { Line } from './client.ts';
import { lineName } from './office-words.ts';
import type { Change } from './use-change.ts';

/** How many are ordered; saved when it is left or on Enter. */
export function QtyCell({ line, change, canEdit }: { line: Line; change: Change; canEdit: boolean }) {
  const [typed, setTyped] = useState<{ text: string; base: Line } | null>(null);
  // Leaving the field, as a question of the save makes one do, does not save again what Enter saves already.
  const isSaving = useRef(false);
  if (!canEdit) return line.qty_requested - line.qty_cancelled;
  const save = async () => {
    if (!typed || isSaving.current) return;
    isSaving.current = true;
    const qty_requested = Number(typed.text);
    if (qty_requested >= 1 && qty_requested !== line.qty_requested) await change.changeLine({ qty_requested }, typed.base);
    isSaving.current = false;
    setTyped(null);
  };
  return (
    <input
      className="in num cell-in"
      name="qty_requested"
      inputMode="numeric"
      aria-label={`Quantity, ${lineName(line)}, ${line.employee.name}`}
      value={typed?.text ?? line.qty_requested}
      onFocus={(event) => event.target.select()}
      onChange={(event) =>
        setTyped({ text: event.target.value.replace(/\D/g, '').slice(0, String(limits.line_quantity).length), base: typed?.base ?? line })
      }
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
