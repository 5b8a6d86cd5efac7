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
  /** The fields that both have changed, until it is decided whose value stays, and the other person's values. */
  clash: { fields: KeptField[]; theirs: KeptDetails; message: string } | null;
  resolve: (whose: 'mine' | 'theirs') => void;
  /** Leaves the rest to the submission, once the write that is under way has its response; false where the person has a question to answer first. */
  settle: () => Promise<boolean>;
  /** Takes over the order as it is, where a write was refused because somebody else had changed it. True if that was the reason. */
  meetRefusal: (error: ApiError) => boolean;
}

/**
 * Saves what is typed shortly after the last key; incomplete values wait. Only what was changed here is sent, with the version
 * that it was changed in: what somebody else changed meanwhile goes into the form, and where both changed one field the person is
 * asked.
 */
export function useDetailsAutosave(
  order: Order,
  form: DetailsFormApi['hook'],
  /** The order as the person has read it; what is written here counts as read, too. */
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
      // Somebody else's earlier change is still to be read.
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
      // The order's new status decides which screen it is on.
      if (error.status === 404 || error.status === 409) void reread();
      if (error.is_transient) unsent.current = true;
      return error.status !== 401;
    },
  });
  const meetRefusal = (error: ApiError): boolean => {
    if (error.code !== 'stale_version' || !error.current) return false;
    const current = error.current as Order;
    meet(current, error.message);
    keep(current);
    return true;
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

  // The order is read again at intervals, and after every other change.
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
      // Both values of these fields were shown. If nothing else has changed, nothing is left to read.
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
    meetRefusal,
  };
}
