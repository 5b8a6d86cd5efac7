import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { allocation } from '../api/allocation.ts';
import { answer } from '../api/answer.ts';
import { lineName } from '../api/line-name.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useFieldWrite } from '../api/use-field-write.ts';
import { Icon } from '../ui/icon.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import type { Line, Order } from './client.ts';
import { usePending } from './pending-saves.ts';

/** The greatest quantity that a line can have allocated in total, including the quantity that is allocated already. */
const mostOf = (line: Line): number =>
  Math.max(line.qty_allocated, Math.min(line.remaining_to_ship, line.qty_allocated + Math.max(0, line.product.stock?.qty_free ?? 0)));

/**
 * A stepper for the allocated quantity of a line, which saves 500 ms after the last press. If a quantity is refused, the stored one is shown again;
 * a quantity that could not be sent stays.
 */
export function AllocationCell({ order, line }: { order: Order; line: Line }) {
  if (!order.is_submitted || order.cancelled_at) return null;
  if (!line.is_size_selected) return <span className="note">Needs a size first</span>;
  if (line.remaining_to_ship === 0) {
    return <span className="note">{line.qty_shipped > 0 ? `${line.qty_shipped} shipped` : 'Nothing left'}</span>;
  }
  if (!order.can.allocate) {
    return (
      <span className="line alloc">
        {line.qty_allocated} / {line.remaining_to_ship}
        {line.qty_allocated === line.remaining_to_ship && <Done />}
      </span>
    );
  }
  return <AllocationStepper order={order} line={line} />;
}

const Done = () => (
  <span className="t-done">
    <Icon name="check" />
    <span className="sr">All allocated</span>
  </span>
);

function AllocationStepper({ order, line }: { order: Order; line: Line }) {
  const { uuid } = order;
  const queries = useQueryClient();
  const [qty, setQty] = useState<number | null>(null);
  const [refusedQty, setRefusedQty] = useState<{ text: string; stored: number } | null>(null);
  // The message of a refusal is shown until the stored quantity changes.
  const refusal = refusedQty?.stored === line.qty_allocated ? refusedQty.text : null;
  const save = useFieldWrite({
    send: (qty_allocated: number, options) =>
      answer(allocation[':uuid'].lines[':lineId'].allocation.$put({ param: { uuid, lineId: String(line.id) }, json: { qty_allocated } }, options)),
    refresh: [['orders', uuid], ['admin-orders']],
    onSaved: ({ qty_allocated, qty_free, version }) => {
      queries.setQueryData<Order>(['orders', uuid], (current) => {
        if (!current) return current;
        const stocked = (one: Line): Line =>
          one.product.stock && (one.picked_product?.sku ?? one.product.sku) === (line.picked_product?.sku ?? line.product.sku)
            ? { ...one, product: { ...one.product, stock: { ...one.product.stock, qty_free } } }
            : one;
        return { ...current, lines: current.lines.map((one) => stocked(one.id === line.id ? { ...one, qty_allocated, version } : one)) };
      });
    },
    onRefused: (error) => {
      const isMeant = error.status === 409 || error.status === 422;
      if (isMeant) setRefusedQty({ text: error.first_messages.qty_allocated ?? error.message, stored: line.qty_allocated });
      void queries.invalidateQueries({ queryKey: ['orders', uuid] });
      return isMeant;
    },
  });

  const { write, unsent } = save;
  const latest = useRef<number | null>(null);
  latest.current = qty;
  const send = useCallback(async () => {
    const qty = latest.current;
    if (qty === null) return true;
    const result = await write(qty);
    // If the stepper was pressed again during the save, the newer quantity stays and is saved next.
    if (latest.current === qty) {
      latest.current = null;
      setQty(null);
    }
    return result !== undefined;
  }, [write]);
  const sendUnsent = unsent && (async () => (await unsent.again()) !== undefined);
  usePending(qty === null ? sendUnsent : send);
  useEffect(() => {
    if (qty === null) return;
    const timer = setTimeout(() => void send(), limits.allocation_wait);
    return () => clearTimeout(timer);
  }, [qty, send]);
  // If the person leaves the screen before the wait is over, the quantity is saved at once.
  useEffect(
    () => () => {
      if (latest.current !== null) void write(latest.current);
    },
    [write],
  );

  const isPhone = useIsPhone();
  const value = qty ?? unsent?.input ?? line.qty_allocated;
  const what = `Allocated, ${lineName(line)}, ${line.employee.name}`;
  const most = mostOf(line);
  const choose = (next: number) => {
    setRefusedQty(null);
    setQty(next);
  };
  const missing = line.remaining_to_ship - value;
  return (
    <>
      <span className="line alloc">
        <QtyStepper
          {...(isPhone ? {} : { size: 'mini' })}
          label={what}
          value={value}
          max={most}
          of={line.remaining_to_ship}
          onChange={choose}
          error={refusal}
        />
        {missing === 0 ? (
          <Done />
        ) : value < most ? (
          <button type="button" className="link" onClick={() => choose(most)} title={`Allocate ${most} of ${line.remaining_to_ship}`}>
            ALL
          </button>
        ) : (
          <span className="note">None free</span>
        )}
      </span>
      {qty === null && unsent && <NotSent what={what} again={unsent.again} giveUp={unsent.giveUp} />}
      {refusal && (
        <span className="small t-wrong alloc-said" role="alert">
          {refusal}
        </span>
      )}
    </>
  );
}
