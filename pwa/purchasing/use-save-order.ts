import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';
import { messages } from '../../shared/messages.ts';
import { tenthsText } from '../../shared/money.ts';
import '../../shared/plain-words.ts';
import { type PurchaseOrder, type PurchaseOrderLine, purchaseOrderChange, purchaseOrderLineChange } from '../../shared/purchasing/purchase-order.ts';
import type { ApiError } from '../api/api-error.ts';
import { useTurns } from '../api/use-turns.ts';
import { useWrite } from '../api/use-write.ts';
import type { FormState } from '../ui/form.tsx';
import { nowIs } from '../ui/now-is.ts';
import { createStore } from '../ui/store.ts';
import { changeLine, changePurchaseOrder, type LineChange, type OrderChange } from './client.ts';

/** A change of the header, or of the line whose id is given, and the record that the person saw at the time. */
export type Save =
  | { line?: undefined; patch: Omit<OrderChange, 'version'>; base: PurchaseOrder; label: string; toast?: string }
  | { line: number; patch: Omit<LineChange, 'version'>; base: PurchaseOrderLine; label: string; toast?: string };

/** The part of a change that is sent. */
type Sent = Pick<Save, 'line' | 'patch'> & { version: number; toast: string };

export interface OrderSaves {
  /** Saves a field after all earlier saves; null once the field is stored, else the reason why it is not. */
  save: (change: Save) => Promise<string | null>;
  /** Runs a function in turn: after all earlier saves and before all later ones. */
  inTurn: <Answer>(run: () => Promise<Answer>) => Promise<Answer>;
  /** Records whether a field holds a value that is not stored. */
  setUnsaved: (field: string, isUnsaved: boolean) => void;
  /** How many fields hold a value that is not stored. */
  unsaved: ReturnType<typeof createStore<number>>;
  /** Waits for the saves under way, then returns the stored order. */
  settled: () => Promise<PurchaseOrder | undefined>;
}

/** The value of a field as it is sent: an id if the field names another record. */
function sentValue(record: object | undefined, name: string): unknown {
  const fields = (record ?? {}) as Record<string, unknown>;
  if (name in fields || !name.endsWith('_id')) return fields[name] ?? null;
  return (fields[name.slice(0, -3)] as { id: number } | null)?.id ?? null;
}

/** The value of a field as people read it. */
function fieldText(record: object, name: string): string {
  const fields = record as Record<string, unknown>;
  const value = name.endsWith('_id') ? (fields[name.slice(0, -3)] as { name: string } | null)?.name : fields[name];
  if (name === 'unit_price_tenths') return tenthsText(value as number | null);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? addressLines(value as Address).join(', ') : String(value);
}

/** The cache key of an order. */
export const orderKey = (id: number) => ['purchase-orders', 'one', String(id)];

/**
 * Saves the fields of a purchase order one by one and in their sequence. Merges what somebody else has changed meanwhile. If both people changed the
 * same field, `stale` asks which of the two values is kept.
 */
export function useSaveOrder(id: number): { saves: OrderSaves; stale: FormState['stale']; epoch: number } {
  const queries = useQueryClient();
  const [stale, setStale] = useState<FormState['stale']>(null);
  /** Incremented each time typed text is discarded. */
  const [epoch, setEpoch] = useState(0);
  const refusal = useRef<ApiError | null>(null);
  const key = orderKey(id);
  const { write } = useWrite({
    send: ({ line, patch, version }: Sent, options): Promise<PurchaseOrder | PurchaseOrderLine> =>
      line === undefined
        ? changePurchaseOrder(id, { ...patch, version } as OrderChange, options)
        : changeLine(id, line, { ...patch, version }, options),
    success: (_, { toast }) => toast,
    onSaved: (answer) => {
      if ('lines' in answer) queries.setQueryData(key, answer);
      else void queries.invalidateQueries({ queryKey: key });
      void queries.invalidateQueries({ queryKey: ['purchase-orders', 'list'] });
    },
    onRefused: (error, { patch }) => {
      refusal.current = error;
      const names = Object.keys(error.first_messages);
      return error.code === 'stale_version' || (names.length > 0 && names.every((name) => name in patch));
    },
  });
  const stored = (): PurchaseOrder | undefined => queries.getQueryData<PurchaseOrder>(key);
  /** Reads the order again, or joins a request for it that is under way. */
  const readAgain = async (): Promise<PurchaseOrder | undefined> => {
    await queries.refetchQueries({ queryKey: key }, { cancelRefetch: false });
    return stored();
  };

  const send = async (change: Save): Promise<string | null> => {
    const { line, patch, base, label, toast = line === undefined ? 'Purchase order updated' : 'PO line updated' } = change;
    const checked = (line === undefined ? purchaseOrderChange : purchaseOrderLineChange).safeParse(patch);
    if (!checked.success) return checked.error.issues[0]?.message ?? messages.not_saved;
    for (;;) {
      const latest = stored();
      if (!latest) return messages.not_saved;
      const record = line === undefined ? latest : latest.lines.find((one) => one.id === line);
      const clashes = Object.keys(patch).filter((name) => JSON.stringify(sentValue(base, name)) !== JSON.stringify(sentValue(record, name)));
      if (record && clashes.length > 0) {
        const mine = { ...change, base: record } as Save;
        setStale({
          message: messages.stale_version,
          changes: clashes.map((name) => nowIs([label, fieldText(record, name)])),
          takeTheirs: () => {
            setStale(null);
            setEpoch((count) => count + 1);
          },
          keepMine: () => {
            setStale(null);
            void inTurn(() => send(mine)).then((fault) => fault === null && setEpoch((count) => count + 1));
          },
        });
        // The question that `setStale` shows gives the reason, so this message does not.
        return messages.not_saved;
      }
      refusal.current = null;
      const answer = await write({ line, patch: checked.data, version: latest.version, toast });
      if (answer) {
        if (line !== undefined) await readAgain();
        return null;
      }
      const error = refusal.current as ApiError | null;
      if (error?.code !== 'stale_version') return Object.values(error?.first_messages ?? {})[0] ?? messages.not_saved;
      queries.setQueryData(key, error.current as PurchaseOrder);
    }
  };

  const inTurn = useTurns();
  const latest = useRef({ send, readAgain });
  latest.current = { send, readAgain };
  const saves = useMemo<OrderSaves>(() => {
    const fields = new Set<string>();
    const unsaved = createStore(0);
    return {
      inTurn,
      save: (change) => inTurn(() => latest.current.send(change)),
      unsaved,
      setUnsaved: (field, isUnsaved) => {
        if (isUnsaved) fields.add(field);
        else fields.delete(field);
        unsaved.set(fields.size);
      },
      settled: () => inTurn(() => latest.current.readAgain()),
    };
  }, [inTurn]);
  return { saves, stale, epoch };
}
