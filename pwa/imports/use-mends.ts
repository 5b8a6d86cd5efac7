import { useEffect, useRef, useState } from 'react';
import type { ImportDetails, ImportFault, ImportFix } from '../../shared/imports/import.ts';
import { useWrite } from '../api/use-write.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { fixCells } from './client.ts';

/** Milliseconds between the last change and the check of corrected cells. */
const PAUSE = 300;

/** Whether the person is typing in a cell. Nothing is checked meanwhile, because an incomplete value may already be valid. */
const isTyping = (): boolean => document.activeElement?.matches('.import-mend input') ?? false;

/** The position of a cell in the file, as a key. */
export const cellOf = ({ row, column }: { row: number; column: number | null }): string => `${row}:${column}`;

/** Corrections of an import's cells on its page. */
export interface Mends {
  canMend: boolean;
  /** The corrections that are not checked yet. */
  values: ReadonlyMap<string, ImportFix>;
  /** Whether corrected cells wait for their check or are being checked. The effect of the import is known only after the check. */
  isPending: boolean;
  busy: boolean;
  set: (fault: ImportFault, value: string) => void;
  check: () => void;
}

/** Corrects cells of an import. Once the person leaves a cell's field, the file is checked again automatically. Values typed meanwhile stay. */
export function useMends({ id, status }: Pick<ImportDetails, 'id' | 'status'>): Mends {
  const [values, setValues] = useState<Mends['values']>(new Map());
  const sent = useRef<Mends['values'] | null>(null);
  const canMend = status === 'checked';
  const { write, busy } = useWrite({
    send: fixCells,
    refresh: [['imports']],
    onSaved: (_, { fixes }) =>
      setValues((before) => {
        const checked = new Map(fixes.map((fix) => [cellOf(fix), fix.value]));
        return new Map([...before].filter(([cell, { value }]) => checked.get(cell) !== value));
      }),
  });
  useUnsavedGuard(canMend && values.size > 0);
  const check = (): void => {
    if (values.size === 0 || busy) return;
    sent.current = values;
    void write({ id, fixes: [...values.values()] });
  };
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    // Corrections that the server refused are sent again only by the button.
    if (!canMend || busy || values.size === 0 || sent.current === values) return;
    const timer = setTimeout(() => !isTyping() && latest.current(), PAUSE);
    return () => clearTimeout(timer);
  }, [canMend, busy, values]);
  const set = ({ row, column, value: former }: ImportFault, value: string): void =>
    setValues((before) => {
      if (column === null) return before;
      const next = new Map(before);
      if (value === former) next.delete(cellOf({ row, column }));
      else next.set(cellOf({ row, column }), { row, column, value });
      return next;
    });
  return { canMend, values, isPending: canMend && (values.size > 0 || busy), busy, set, check };
}
