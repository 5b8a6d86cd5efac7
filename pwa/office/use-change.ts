import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { answer } from '../api/answer.ts';
import { lineName } from '../api/line-name.ts';
import { type HeadFields, headChanges, headOf, type LineFields, lineChanges, lineFieldsOf, touches } from '../api/order-changes.ts';
import { type OverConfirmation, useOverBudget } from '../api/over-budget.tsx';
import type { Once } from '../api/transport.ts';
import { useKeptValues } from '../api/use-kept-values.ts';
import { useTurns } from '../api/use-turns.ts';
import { useWrite } from '../api/use-write.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { adminOrders, type Line, type Order, orderLines } from './client.ts';
import { usePending } from './pending-saves.ts';

type Fields = HeadFields & LineFields;

/** A conflict with a change saved by somebody else, or by the person in another tab. `saveMine` overwrites that change with the person's value. */
interface Stale {
  field: string;
  /** The values that the person typed in this tab. */
  value: Fields;
  isOwn: boolean;
  about: string;
  changes: string[];
  saveMine: () => void;
}

/** A change, and the record that it was based on. */
interface ChangeRequest<Changed, Base> {
  fields: Changed;
  base: Base;
  /** Set if the change was typed into a field of the page: if the change cannot be sent, that field shows the typed value as not sent. */
  isField?: true;
  success?: string | undefined;
  /** What the person has confirmed. */
  over?: OverConfirmation;
}

/** The name of a change: the head or the line's id, with the names of the changed fields. */
const nameOf = (of: number | 'head', fields: object): string => String([of, ...Object.keys(fields)]);

const withLine = (order: Order, line: Line): Order => ({ ...order, lines: order.lines.map((one) => (one.id === line.id ? line : one)) });

/** How the order's head or one of its lines is saved. */
interface Target<Changed, Base extends { version: number }> {
  send: (base: Base, input: Changed & { version: number }, over: OverConfirmation, options: Once) => Promise<Base>;
  success?: string;
  /** Shows the stored record after a save. */
  show: (stored: Base) => void;
  /** Shows the record that somebody else has stored. */
  showStale: (stored: Base) => void;
  of: (base: Base) => number | 'head';
  about: (base: Base) => string;
  fieldsOf: (base: Base) => Changed;
  changes: (before: Base, now: Base) => string[];
}

/** The state that the writes of the head and of the lines share. */
interface Shared {
  kept: ReturnType<typeof useKeptValues<Fields, Stale>>;
  inTurn: ReturnType<typeof useTurns>;
  budget: ReturnType<typeof useOverBudget>;
  refresh: readonly QueryKey[];
}

/** Writes changed fields of the head or of a line. `save` resolves with the stored record, or with undefined if the fields are not stored. */
function useTarget<Changed extends HeadFields | LineFields, Base extends { version: number }>(
  target: Target<Changed, Base>,
  { kept, inTurn, budget, refresh }: Shared,
) {
  const put = useWrite({
    send: ({ fields, base, over = {} }: ChangeRequest<Changed, Base>, options) =>
      target.send(base, { ...fields, version: base.version }, over, options),
    success: (_, { success = target.success }) => success,
    refresh,
    onSaved: (stored, { fields }) => {
      target.show(stored);
      kept.forget(nameOf(target.of(stored), fields));
    },
    onRefused: (error, { over: _, ...request }): boolean => {
      const { fields, base } = request;
      const own = { field: nameOf(target.of(base), fields), value: fields as Fields };
      if (error.status === 0) {
        if (request.isField) kept.addUnsent({ ...own, again: () => inTurn(() => save(request)) });
        return request.isField === true;
      }
      if (error.code !== 'stale_version') return budget.isOverBudget(error);
      const current = error.current as Base;
      target.showStale(current);
      const saveMine = () => void inTurn(() => save({ ...request, base: current }));
      kept.forget(own.field);
      if (touches(fields, target.fieldsOf(base), target.fieldsOf(current)))
        kept.addStale({ ...own, isOwn: error.by_you, about: target.about(current), changes: target.changes(base, current), saveMine });
      else saveMine();
      return true;
    },
  });
  const save = (change: ChangeRequest<Changed, Base>): Promise<Base | undefined> => budget.forcing((over) => put.write({ ...change, over }));
  return { save, errors: put.errors, busy: put.busy };
}

/**
 * Saves changes of an order's head and of its lines, one after the other. Each change is based on the order that was on the screen when
 * the change began (`base`). If somebody else changed the same field meanwhile, `stale` reports the conflict and keeps the typed value.
 * If somebody else changed another field, the change is saved.
 */
export function useChange(uuid: string) {
  const queries = useQueryClient();
  const key = ['orders', uuid];
  const kept = useKeptValues<Fields, Stale>();
  const inTurn = useTurns();
  const budget = useOverBudget({ title: 'This goes over budget', action: 'Save over budget', keep: 'Leave it as it was' });
  const shared: Shared = { kept, inTurn, budget, refresh: [key, ['admin-orders']] };

  const showOrder = (order: Order): void => void queries.setQueryData(key, order);
  const head = useTarget<HeadFields, Order>(
    {
      send: (_, json, over, options) => answer(adminOrders[':uuid'].update.$put({ param: { uuid }, json: { ...json, ...over } }, options)),
      show: showOrder,
      showStale: showOrder,
      of: () => 'head',
      about: () => 'this order',
      fieldsOf: headOf,
      changes: headChanges,
    },
    shared,
  );
  const showLine = (line: Line): void => void queries.setQueryData<Order>(key, (order) => order && withLine(order, line));
  const line = useTarget<LineFields, Line>(
    {
      send: ({ id }, json, over, options) => answer(orderLines[':id'].$put({ param: { id: String(id) }, json: { ...json, ...over } }, options)),
      success: 'Line Updated',
      show: showLine,
      showStale: (current) => {
        showLine(current);
        // The order's totals depend on the line, so the order is read again.
        void queries.invalidateQueries({ queryKey: key });
      },
      of: ({ id }) => id,
      about: lineName,
      fieldsOf: lineFieldsOf,
      changes: lineChanges,
    },
    shared,
  );

  const { unsents, stale } = kept;
  const unsentNow = useRef(unsents);
  unsentNow.current = unsents;
  const sendKept = useCallback(
    async () => (await Promise.all(unsentNow.current.map(({ again }) => again()))).every((saved) => saved !== undefined),
    [],
  );
  usePending(unsents.length > 0 ? sendKept : null);
  useUnsavedGuard(unsents.length > 0 || stale !== null);
  /** Saves fields of the head, based on `base`, else on the order that is current when this change's turn comes. */
  const changeHead = (change: Omit<ChangeRequest<HeadFields, Order | undefined>, 'over'>) =>
    inTurn(async () => {
      const base = change.base ?? queries.getQueryData<Order>(key);
      return base && head.save({ ...change, base });
    });

  return {
    isOverBudget: budget.isOverBudget,
    forcing: budget.forcing,
    /** The dialog about a budget that prevents the change. */
    dialog: budget.dialog,
    stale,
    settle: kept.settle,
    /**
     * A value that was typed into a field and is not stored. Either it could not be sent, and `again` sends it once more, or somebody has changed
     * the same field meanwhile. `of` is a line's id, or `head`.
     */
    keptIn: <Name extends keyof Fields>(of: number | 'head', field: Name) => {
      const own = kept.keptIn(nameOf(of, { [field]: null }));
      return own && { ...own, value: own.value[field] };
    },
    /** Changes one field of the head on the page. If the value cannot be sent, the field keeps it. */
    changeHeadField: (fields: HeadFields, base?: Order) => changeHead({ fields, base, isField: true }),
    changeLineField: (fields: LineFields, base: Line) => inTurn(() => line.save({ fields, base, isField: true })),
    /** Changes the head. `base` is the order that was on the screen when the change began; by default the current order. */
    changeHead: (fields: HeadFields, base?: Order, success?: string) => changeHead({ fields, base, success }),
    changeLine: (fields: LineFields, base: Line, success?: string) => inTurn(() => line.save({ fields, base, success })),
    headErrors: head.errors,
    lineErrors: line.errors,
    busy: head.busy || line.busy,
  };
}
export type Change = ReturnType<typeof useChange>;

/** Calls `close` when another person's change conflicts with this one, because the message about the conflict is on the page, behind the dialog. */
export function useClosedByStale({ stale }: Change, close: () => void): void {
  const [shownStale, setShownStale] = useState(stale);
  if (stale !== shownStale) {
    setShownStale(stale);
    if (stale) close();
  }
}
