import { type RefObject, useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import type { Details } from '../../shared/ordering/order-input.ts';
import { answer } from '../api/answer.ts';
import type { ApiError } from '../api/api-error.ts';
import { orderChanges } from '../api/order-changes.ts';
import { reachable } from '../api/reachable.ts';
import { useWrite } from '../api/use-write.ts';
import type { SaveStateProps } from '../ui/save-state.tsx';
import { type Order, orders } from './client.ts';
import { type DetailsFormApi, storedDetails } from './details-form.ts';
import { type KeptDetails, type KeptField, keptFields, mergeDetails, savableChanges } from './merge-details.ts';
import { useKeepOrder, useRereadOrder } from './order-data.ts';

const AUTOSAVE_AFTER = 900;

const isKept = (name: string): boolean => keptFields.some((field) => name === field || name.startsWith(`${field}.`));

export interface DetailsAutosave {
  saveState: Pick<SaveStateProps, 'state' | 'at'>;
  /** The fields that both people have changed, with the other person's values, until this person decides whose values stay. */
  clash: { fields: KeptField[]; theirs: KeptDetails; message: string } | null;
  resolve: (whose: 'mine' | 'theirs') => void;
  /** Stops the autosave, so that the submission sends unsaved values. Resolves after the running write, with false if a clash is not resolved. */
  settle: () => Promise<boolean>;
  /** Merges the current order into the form after a write was refused because of somebody else's change. */
  meetOrder: (current: Order, message: string) => void;
}

/**
 * Saves the form shortly after the last key press; incomplete values wait. Only values that were changed here are sent, with the version
 * on which they are based. Fields that somebody else changed meanwhile go into the form. If both people changed the same field, the
 * form asks this person.
 */
export function useDetailsAutosave(
  order: Order,
  form: DetailsFormApi['hook'],
  /** The order in the version that the person has read. The person's own saved changes count as read. */
  read: RefObject<Order>,
): DetailsAutosave {
  const [saveState, setSaveState] = useState<Pick<SaveStateProps, 'state' | 'at'>>({ state: 'saved' });
  const [clash, setClash] = useState<{ fields: KeptField[]; theirs: KeptDetails; message: string } | null>(null);
  const reread = useRereadOrder(order.uuid);
  const keep = useKeepOrder();
  const base = useRef(storedDetails(order));
  const version = useRef(order.version);
  const latest = useRef(order);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef(false);
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  const isAsking = useRef(false);

  const { dirtyFields } = form.formState;
  /** True if any line of the address was edited. */
  const isTouched = (field: KeptField): boolean => JSON.stringify(dirtyFields[field] ?? null).includes('true');
  const resetField = (field: KeptField, from: KeptDetails): void => form.resetField(field, { defaultValue: from[field] });
  const meet = (current: Order, message: string = messages.changed_meanwhile): void => {
    if (current.version < version.current) return;
    version.current = current.version;
    latest.current = current;
    const currentDetails = storedDetails(current);
    const { take, clashes } = mergeDetails(base.current, form.getValues(), currentDetails, isTouched);
    base.current = currentDetails;
    for (const field of take) resetField(field, currentDetails);
    if (clashes.length === 0) return;
    isAsking.current = true;
    clearTimeout(timer.current);
    setClash({ fields: clashes, theirs: currentDetails, message });
  };

  const save = useWrite({
    send: (changes: Details, options) =>
      answer(
        orders[':uuid'].$put(
          { param: { uuid: order.uuid }, query: {}, json: { ...changes, set_delivery_details: true, version: version.current } },
          options,
        ),
      ),
    onSaved: (after) => {
      // The saved order counts as read only if the person had read the version before it.
      if (read.current.version === version.current) read.current = after;
      base.current = storedDetails(after);
      version.current = after.version;
      latest.current = after;
      keep(after);
      setSaveState({ state: 'saved', at: new Date().toISOString() });
    },
    onRefused: (error) => {
      setSaveState({ state: 'failed' });
      if (meetRefusal(error)) {
        if (!isAsking.current) send.current();
        return true;
      }
      // The order is read again, because its new status decides which screen shows it.
      if (error.status === 404 || error.status === 409) void reread();
      if (error.is_transient) unsent.current = true;
      return error.status !== 401;
    },
  });
  const meetRefusal = (error: ApiError): boolean => {
    if (error.code !== 'stale_version' || !error.current) return false;
    meetOrder(error.current as Order, error.message);
    return true;
  };
  const meetOrder = (current: Order, message: string): void => {
    meet(current, message);
    keep(current);
  };

  const { write } = save;
  const send = useRef(() => {});
  send.current = () => {
    if (isAsking.current) return;
    unsent.current = false;
    const changes = savableChanges(base.current, form.getValues());
    if (Object.keys(changes).length === 0) setSaveState((before) => ({ ...before, state: 'saved' }));
    else {
      setSaveState({ state: 'saving' });
      underWay.current = write(changes);
    }
  };

  // Merges each newly read order: it is read at intervals, and after other changes of the order.
  const lastOrder = useRef(order);
  useEffect(() => {
    if (lastOrder.current === order) return;
    lastOrder.current = order;
    meetRead.current(order);
  }, [order]);
  const meetRead = useRef(meet);
  meetRead.current = meet;

  const { watch } = form;
  useEffect(() => {
    const subscription = watch((_, { name }) => {
      if (name === undefined || !isKept(name)) return;
      unsent.current = true;
      setSaveState({ state: 'changed' });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send.current(), AUTOSAVE_AFTER);
    });
    const stopWaiting = reachable.subscribe(() => {
      if (reachable.get() && unsent.current) send.current();
    });
    return () => {
      subscription.unsubscribe();
      stopWaiting();
      clearTimeout(timer.current);
      if (unsent.current) send.current();
    };
  }, [watch]);

  return {
    saveState,
    clash,
    resolve: (whose) => {
      isAsking.current = false;
      const fields = clash?.fields ?? [];
      if (whose === 'theirs') for (const field of fields) resetField(field, base.current);
      // The person has seen both values of these fields. If nothing else has changed, the whole order counts as read.
      if (orderChanges(read.current, latest.current).length <= fields.length) read.current = latest.current;
      setClash(null);
      send.current();
    },
    settle: async () => {
      for (let last: unknown; last !== underWay.current; ) {
        clearTimeout(timer.current);
        last = underWay.current;
        await last;
      }
      unsent.current = false;
      return !isAsking.current;
    },
    meetOrder,
  };
}
