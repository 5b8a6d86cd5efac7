import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OfficeLine, OfficeOrder } from '../../shared/ordering/order-input.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { adminOrders, type Line, type Order, orderLines } from './client.ts';
import { headChanges, headOf, lineChanges, lineFieldsOf, touches } from './differences.ts';
import { lineName } from './office-words.ts';

/** Somebody else's change that came between: what it was, and how to save one's own over it. */
export interface Stale {
  about: string;
  /** The names of one's own fields. */
  fields: string;
  changes: string[];
  saveMine: () => void;
}

/** The order as it was last read. */
export function useLatest(uuid: string): () => Order | undefined {
  const queries = useQueryClient();
  return () => queries.getQueryData<Order>(['orders', uuid]);
}

const withLine = (order: Order, line: Line): Order => ({ ...order, lines: order.lines.map((one) => (one.id === line.id ? line : one)) });

/**
 * Changes of an order's head and of its lines, one after the other. Each is made against what was on the screen when it was begun (`base`):
 * where somebody else changed the same field meanwhile, `stale` says so and nothing is lost; where they changed another, it goes through.
 */
export function useChange(uuid: string) {
  const queries = useQueryClient();
  const latest = useLatest(uuid);
  const [stales, setStales] = useState<readonly Stale[]>([]);
  // The same fields tried again stand in for the try before.
  const addStale = (stale: Stale) =>
    setStales((before) => [...before.filter(({ about, fields }) => about !== stale.about || fields !== stale.fields), stale]);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const queue = <Answer>(write: () => Promise<Answer>): Promise<Answer> => {
    const mine = turn.current.then(write);
    turn.current = mine;
    return mine;
  };
  const refresh = [['orders', uuid], ['admin-orders']];

  const head = useWrite({
    send: ({ fields, base }: { fields: Omit<OfficeOrder, 'version'>; base: Order; said?: string }, options) =>
      answer(adminOrders[':uuid'].update.$put({ param: { uuid }, json: { ...fields, version: base.version } }, options)),
    said: (_, { said }) => said,
    refresh,
    onSaved: (order) => queries.setQueryData(['orders', uuid], order),
    onRefused: (error, { fields, base, said }) => {
      if (error.code !== 'stale_version') return false;
      const now = error.current as Order;
      queries.setQueryData(['orders', uuid], now);
      const again = () => void queue(() => head.write({ fields, base: now, said }));
      if (touches(fields, headOf(base), headOf(now)))
        addStale({ about: 'this order', fields: String(Object.keys(fields)), changes: headChanges(base, now), saveMine: again });
      else again();
      return true;
    },
  });
  const line = useWrite({
    send: ({ fields, base }: { fields: Omit<OfficeLine, 'version'>; base: Line; said?: string }, options) =>
      answer(orderLines[':id'].$put({ param: { id: String(base.id) }, json: { ...fields, version: base.version } }, options)),
    said: (_, { said = 'Line Updated' }) => said,
    refresh,
    onSaved: (saved) => queries.setQueryData<Order>(['orders', uuid], (order) => order && withLine(order, saved)),
    onRefused: (error, { fields, base, said }) => {
      if (error.code !== 'stale_version') return false;
      const now = error.current as Line;
      queries.setQueryData<Order>(['orders', uuid], (order) => order && withLine(order, now));
      const again = () => void queue(() => line.write({ fields, base: now, said }));
      if (touches(fields, lineFieldsOf(base), lineFieldsOf(now)))
        addStale({ about: lineName(now), fields: String([base.id, ...Object.keys(fields)]), changes: lineChanges(base, now), saveMine: again });
      else again();
      return true;
    },
  });

  return {
    /** The first that is not settled. */
    stale: stales[0] ?? null,
    settle: () => setStales((before) => before.slice(1)),
    /** Changes the head. `base` is the order that was on the screen when the change was begun; the latest unless told. */
    changeHead: (fields: Omit<OfficeOrder, 'version'>, base?: Order, said?: string) =>
      queue(async () => {
        const from = base ?? latest();
        return from && head.write({ fields, base: from, said });
      }),
    changeLine: (fields: Omit<OfficeLine, 'version'>, base: Line, said?: string) => queue(() => line.write({ fields, base, said })),
    headErrors: head.errors,
    lineErrors: line.errors,
    busy: head.busy || line.busy,
  };
}
export type Change = ReturnType<typeof useChange>;

/** Calls `close` when somebody else's change comes between: what it says stands on the page, behind any dialog. */
export function useClosedByStale({ stale }: Change, close: () => void): void {
  const [seen, setSeen] = useState(stale);
  if (stale !== seen) {
    setSeen(stale);
    if (stale) close();
  }
}
