import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Field } from '../ui/field.tsx';
import { type Order, orders } from './client.ts';
import { LastPo } from './last-po.tsx';
import { afterChange, useKeepOrder } from './order-data.ts';

/** The PO reference of an order whose site needs one. It is saved when the field is left, or at once if the last reference is taken. */
export function PoCard({ order }: { order: Order }) {
  const { uuid } = order;
  const stored = order.client_po_reference ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  // Offered until the reference is saved, also while the order is read again.
  const [lastReference] = useState(order.last_po_reference);
  const keep = useKeepOrder();
  const save = useWrite({
    send: (client_po_reference: string, options) =>
      answer(orders[':uuid'].$put({ param: { uuid }, query: {}, json: { client_po_reference } }, options)),
    refresh: afterChange(uuid),
    onSaved: (saved) => {
      setTyped(null);
      keep(saved);
    },
  });
  const value = typed ?? stored;
  const store = (text: string): void => {
    if (text.trim() !== stored) void save.write(text.trim());
  };
  return (
    <section className="card po-card" aria-label="PO reference">
      <Field label="PO reference" hint="Needed for this site" required error={save.errors.client_po_reference}>
        {(control) => (
          <input
            {...control}
            className="in"
            value={value}
            maxLength={limits.client_po_reference_review}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => store(value)}
            onKeyDown={(event) => event.key === 'Enter' && store(value)}
          />
        )}
      </Field>
      <LastPo
        reference={lastReference}
        value={value}
        onTake={(reference) => {
          setTyped(reference);
          store(reference);
        }}
      />
    </section>
  );
}
