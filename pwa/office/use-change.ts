import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { answer } from '../api/answer.ts';
import { type HeadFields, headChanges, headOf, type LineFields, lineChanges, lineFieldsOf, touches } from '../api/order-changes.ts';
import { useOverBudget } from '../api/over-budget.tsx';
import { useWrite } from '../api/use-write.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { adminOrders, type Line, type Order, orderLines } from './client.ts';
import { lineName } from './office-words.ts';
import { usePending } from './pending-saves.ts';

/** A change that was made meanwhile, by somebody else or by oneself in another tab: what it was, and how to save one's own over it. */
export interface Stale {
  isOwn: boolean;
  about: string;
  /** The names of one's own fields. */
  fields: string;
  changes: string[];
  /** What was typed here. */
  mine: HeadFields & LineFields;
  saveMine: () => void;
}

/** A value that could not be sent. */
interface Unsent {
  fields: string;
  mine: HeadFields & LineFields;
  again: () => Promise<unknown>;
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
  /** It was typed into a field of the page, which keeps it and says so where it cannot be sent. */
  isField?: true;
  success?: string | undefined;
  force_over_budget_order?: true;
}

/** The name of a change: the head or the line's id, with the names of the changed fields. */
const nameOf = (of: number | 'head', fields: object): string => String([of, ...Object.keys(fields)]);

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
  const [unsents, setUnsents] = useState<readonly Unsent[]>([]);
  const forget = (name: string) => {
    setUnsents((before) => before.filter(({ fields }) => fields !== name));
    setStales((before) => before.filter(({ fields }) => fields !== name));
  };
  /** Keeps a value that could not be sent; true where its field shows that. */
  const keepUnsent = (isField: boolean | undefined, unsent: Unsent): boolean => {
    if (isField) setUnsents((before) => [...before.filter(({ fields }) => fields !== unsent.fields), unsent]);
    return isField === true;
  };
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
    onSaved: (order, { fields }) => {
      queries.setQueryData(['orders', uuid], order);
      forget(nameOf('head', fields));
    },
    onRefused: (error, { force_over_budget_order: _, ...request }): boolean => {
      const { fields, base } = request;
      const name = nameOf('head', fields);
      if (error.status === 0)
        return keepUnsent(request.isField, {
          fields: name,
          mine: fields as Unsent['mine'],
          again: (): Promise<unknown> => queue(() => saveHead(request)),
        });
      if (error.code !== 'stale_version') return isOverBudget(error);
      const current = error.current as Order;
      queries.setQueryData(['orders', uuid], current);
      const again = () => void queue(() => saveHead({ ...request, base: current }));
      forget(name);
      if (touches(fields, headOf(base), headOf(current)))
        addStale({
          isOwn: error.by_you,
          about: 'this order',
          fields: name,
          changes: headChanges(base, current),
          mine: fields as Stale['mine'],
          saveMine: again,
        });
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
    onSaved: (savedLine, { fields }) => {
      queries.setQueryData<Order>(['orders', uuid], (order) => order && withLine(order, savedLine));
      forget(nameOf(savedLine.id, fields));
    },
    onRefused: (error, { force_over_budget_order: _, ...request }): boolean => {
      const { fields, base } = request;
      const name = nameOf(base.id, fields);
      if (error.status === 0)
        return keepUnsent(request.isField, {
          fields: name,
          mine: fields as Unsent['mine'],
          again: (): Promise<unknown> => queue(() => saveLine(request)),
        });
      if (error.code !== 'stale_version') return isOverBudget(error);
      const current = error.current as Line;
      queries.setQueryData<Order>(['orders', uuid], (order) => order && withLine(order, current));
      // The order's totals follow the line.
      void queries.invalidateQueries({ queryKey: ['orders', uuid] });
      const again = () => void queue(() => saveLine({ ...request, base: current }));
      forget(name);
      if (touches(fields, lineFieldsOf(base), lineFieldsOf(current)))
        addStale({
          isOwn: error.by_you,
          about: lineName(current),
          fields: name,
          changes: lineChanges(base, current),
          mine: fields as Stale['mine'],
          saveMine: again,
        });
      else again();
      return true;
    },
  });

  const saveHead = (change: ChangeRequest<HeadFields, Order>): Promise<Order | undefined> => forcing((more) => head.write({ ...change, ...more }));
  const saveLine = (change: ChangeRequest<LineFields, Line>): Promise<Line | undefined> => forcing((more) => line.write({ ...change, ...more }));

  const hasKept = unsents.length + stales.length > 0;
  const unsentNow = useRef(unsents);
  unsentNow.current = unsents;
  const sendKept = useCallback(
    async () => (await Promise.all(unsentNow.current.map(({ again }) => again()))).every((saved) => saved !== undefined),
    [],
  );
  usePending(unsents.length > 0 ? sendKept : null);
  useUnsavedGuard(hasKept);

  return {
    isOverBudget,
    forcing,
    /** Set where a budget prevents the change. */
    dialog,
    /** The first conflict that is not settled. */
    stale: stales[0] ?? null,
    settle: () => setStales((before) => before.slice(1)),
    /**
     * A value that was typed into a field and is not stored. Either it could not be sent, and `again` sends it once more, or the same field was
     * changed meanwhile. `of` is a line's id, or the head.
     */
    keptIn: <Name extends keyof (HeadFields & LineFields)>(of: number | 'head', field: Name) => {
      const name = nameOf(of, { [field]: null });
      const unsent = unsents.find(({ fields }) => fields === name);
      const unsentChange = unsent ?? stales.find(({ fields }) => fields === name);
      return unsentChange && { value: unsentChange.mine[field], again: unsent?.again ?? null, giveUp: () => forget(name) };
    },
    /** Changes one field of the page, which keeps the value where it cannot be sent. */
    changeHeadField: (fields: HeadFields, base?: Order) =>
      queue(async () => {
        const from = base ?? latest();
        return from && saveHead({ fields, base: from, isField: true });
      }),
    changeLineField: (fields: LineFields, base: Line) => queue(() => saveLine({ fields, base, isField: true })),
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
  const [shownStale, setShownStale] = useState(stale);
  if (stale !== shownStale) {
    setShownStale(stale);
    if (stale) close();
  }
}
