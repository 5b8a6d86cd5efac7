import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '../../shared/limits.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { answer } from '../api/answer.ts';
import { type CellChange, CellEdits, type CellField } from '../api/cell-edits.ts';
import type { OverConfirmation } from '../api/over-budget.tsx';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import { formatMoney } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { type Line, type Order, orderLines } from './client.ts';
import { usePending } from './pending-saves.ts';
import type { Change } from './use-change.ts';

/** The price of a line. An empty text restores the price of the wearer's clothing sets. */
export const priceField: CellField<Line> = {
  key: 'unit_price',
  label: 'Price',
  isNumber: true,
  maxLength: 20,
  valueOf: ({ unit_price }) => unit_price,
  textOf: (value) => poundsText(value as number | null),
  wordsOf: (value) => (value === null ? 'the price of the set' : formatMoney(value as number)),
  read: (text) => {
    const pence = penceTyped(text);
    return pence === undefined ? { ok: false, message: 'Type an amount in pounds, such as 12.50.' } : { ok: true, value: pence };
  },
};

export const decorationField: CellField<Line> = {
  key: 'decoration',
  label: 'Decoration',
  maxLength: limits.decoration,
  valueOf: ({ decoration }) => decoration ?? '',
  textOf: String,
  wordsOf: (value) => (value === '' ? 'none' : `“${value}”`),
  read: (text) => ({ ok: true, value: text.trim() }),
};

interface Sent {
  change: CellChange<Line>;
  version: number;
  /** What the person has confirmed. */
  over?: OverConfirmation;
}

/** What an undo sends instead of the earlier price: a price that nobody had set by hand follows the clothing sets again. */
const revertOf = ({ field, base }: CellChange<Line>): object | undefined =>
  field.key === priceField.key && !base.is_manually_priced ? { unit_price: null } : undefined;

/** The edits of the cells of an order's lines. `lines` are the lines on the screen, in their order. */
export function useLineEdits(uuid: string, lines: readonly Line[], change: Pick<Change, 'isOverBudget' | 'forcing'>): CellEdits<Line> {
  const queries = useQueryClient();
  const rows = useRef(lines);
  rows.current = lines;
  const isOverBudget = useRef(false);
  const write = useRef((_: Sent): Promise<unknown> => Promise.resolve());
  const [edits] = useState(() => {
    const undo = (): void => made.undo();
    const made: CellEdits<Line> = new CellEdits<Line>(
      [decorationField, priceField],
      {
        rows: () => rows.current,
        write: (sent, version) => write.current({ change: sent, version }),
        keep: (line) =>
          queries.setQueryData<Order>(
            ['orders', uuid],
            (order) => order && { ...order, lines: order.lines.map((one) => (one.id === line.id && one.version <= line.version ? line : one)) },
          ),
        tell: (count, isUndo) =>
          isUndo
            ? toast('Undone')
            : toast(count === 1 ? 'Line Updated' : `${countText(count, 'change')} saved`, { action: { label: 'Undo', run: undo } }),
        tellLeftOut: (count) => toast(`The order ends here: ${countText(count, 'line')} of what was pasted left out.`, { tone: 'wrong' }),
      },
      { endsAtRow: true },
    );
    return made;
  });
  const put = useWrite({
    send: ({ change: { base, field, value, isUndo, revert }, version, over }: Sent, options) =>
      answer(
        orderLines[':id'].$put(
          {
            param: { id: String(base.id) },
            json: { ...(isUndo && revert ? revert : { [field.key]: value }), version, ...over },
          },
          options,
        ),
      ),
    refresh: [['orders', uuid], ['admin-orders']],
    onSaved: (line, sent) => edits.saved(sent.change, line, revertOf(sent.change)),
    onRefused: (error, sent) => {
      isOverBudget.current = change.isOverBudget(error);
      return isOverBudget.current || edits.refused(sent.change, error);
    },
  });
  write.current = async (sent) => {
    isOverBudget.current = false;
    const saved = await change.forcing((over) => put.write({ ...sent, over }));
    if (isOverBudget.current && saved === undefined) edits.givenUp(sent.change);
  };
  const isOpen = useSyncExternalStore(
    edits.subscribe,
    useCallback(() => edits.isDirty() || edits.isSending(), [edits]),
  );
  const settle = useCallback(() => edits.settled(), [edits]);
  usePending(isOpen ? settle : null);
  return edits;
}
