import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answer } from '../api/answer.ts';
import { type HeadFields, headChanges, headOf, type LineFields, lineChanges, lineFieldsOf, touches } from '../api/order-changes.ts';
import { useOverBudget } from '../api/over-budget.tsx';
import { useWrite } from '../api/use-write.ts';
import { adminOrders, type Line, type Order, orderLines } from './client.ts';
import { lineName } from './office-words.ts';

/** A change that was made meanwhile, by somebody else or by oneself in another tab: what it was, and how to save one's own over it. */
export interface Stale {
  isOwn: boolean;
  about: string;
  /** The names of one's own fields. */
  fields: string;
  changes: string[];
  saveMine: () => void;
}

/** The order as it was last read. */
function useLatest(uuid: string): () => Order | undefined {
  const queries = useQueryClient();
  return () => queries.getQueryData<Order>(['orders', uuid]);
}

/** A change, and the order that it was based on. */
interface ChangeRequest<Fields, Base> {
  fields: Fields;
  base: Base;
  success?: string | undefined;
  force_over_budget_order?: true;
}

const withLine = (order: Order, line: Line): Order => ({ ...order, lines: order.lines.map((one) => (one.id === line.id ? line : one)) });

/**
 * Changes of an order's head and of its lines, one after the other. Each is based on the order that was on the screen when it was
 * begun (`base`): if somebody else changed the same field meanwhile, `stale` reports it and nothing is lost; if they changed
 * another field, it goes through.
 */
export function useChange(uuid: string) {
  const queries = useQueryClient();
  const latest = useLatest(uuid);
  const [stales, setStales] = useState<readonly Stale[]>([]);
  // Another try of the same fields replaces the earlier try.
  const addStale = (stale: Stale) =>
    setStales((before) => [...before.filter(({ about, fields }) => about !== stale.about || fields !== stale.fields), stale]);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const queue = <Answer>(write: () => Promise<Answer>): Promise<Answer> => {
    const ownTurn = turn.current.then(write);
    turn.current = ownTurn;
    return ownTurn;
  };
  const refresh = [['orders', uuid], ['admin-orders']];
  const { isOverBudget, forcing, dialog } = useOverBudget({ title: 'This goes over budget', action: 'Save over budget', keep: 'Leave it as it was' });

  const head = useWrite({
    send: ({ fields, base, force_over_budget_order }: ChangeRequest<HeadFields, Order>, options) =>
      answer(adminOrders[':uuid'].update.$put({ param: { uuid }, json: { ...fields, force_over_budget_order, version: base.version } }, options)),
    success: (_, { success }) => success,
    refresh,
    onSaved: (order) => queries.setQueryData(['orders', uuid], order),
    onRefused: (error, { fields, base, success }) => {
      if (error.code !== 'stale_version') return isOverBudget(error);
      const now = error.current as Order;
      queries.setQueryData(['orders', uuid], now);
      const again = () => void queue(() => saveHead({ fields, base: now, success }));
      if (touches(fields, headOf(base), headOf(now)))
        addStale({ isOwn: error.by_you, about: 'this order', fields: String(Object.keys(fields)), changes: headChanges(base, now), saveMine: again });
      else again();
      return true;
    },
  });
  const line = useWrite({
    send: ({ fields, base, force_over_budget_order }: ChangeRequest<LineFields, Line>, options) => {
      const json = { ...fields, force_over_budget_order, version: base.version };
      return answer(orderLines[':id'].$put({ param: { id: String(base.id) }, json }, options));
    },
    success: (_, { success = 'Line Updated' }) => success,
    refresh,
    onSaved: (savedLine) => queries.setQueryData<Order>(['orders', uuid], (order) => order && withLine(order, savedLine)),
    onRefused: (error, { fields, base, success }) => {
      if (error.code !== 'stale_version') return isOverBudget(error);
      const now = error.current as Line;
      queries.setQueryData<Order>(['orders', uuid], (order) => order && withLine(order, now));
      const again = () => void queue(() => saveLine({ fields, base: now, success }));
      if (touches(fields, lineFieldsOf(base), lineFieldsOf(now)))
        addStale({
          isOwn: error.by_you,
          about: lineName(now),
          fields: String([base.id, ...Object.keys(fields)]),
          changes: lineChanges(base, now),
          saveMine: again,
        });
      else again();
      return true;
    },
  });

  const saveHead = (change: ChangeRequest<HeadFields, Order>) => forcing((more) => head.write({ ...change, ...more }));
  const saveLine = (change: ChangeRequest<LineFields, Line>) => forcing((more) => line.write({ ...change, ...more }));

  return {
    isOverBudget,
    forcing,
    /** Set where a budget prevents the change. */
    dialog,
    /** The first that is not settled. */
    stale: stales[0] ?? null,
    settle: () => setStales((before) => before.slice(1)),
    /** Changes the head. `base` is the order that was on the screen when the change was begun; by default the latest. */
    changeHead: (fields: HeadFields, base?: Order, success?: string) =>
      queue(async () => {
        const from = base ?? latest();
        return from && saveHead({ fields, base: from, success });
      }),
    changeLine: (fields: LineFields, base: Line, success?: string) => queue(() => saveLine({ fields, base, success })),
    headErrors: head.errors,
    lineErrors: line.errors,
    busy: head.busy || line.busy,
  };
}
export type Change = ReturnType<typeof useChange>;

/** Calls `close` when somebody else's change was made meanwhile: its message is on the page, behind any dialog. */
export function useClosedByStale({ stale }: Change, close: () => void): void {
  const [shownStale, setSeen] = useState(stale);
  if (stale !== shownStale) {
    setSeen(stale);
    if (stale) close();
  }
}
