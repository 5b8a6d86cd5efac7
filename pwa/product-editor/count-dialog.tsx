import { useState } from 'react';
import { countStockInput } from '../../shared/stock/count-stock.ts';
import { TakenBackLines } from '../api/taken-back.tsx';
import { useForm } from '../api/use-form.ts';
import { Banner } from '../ui/banner.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type Counted, countStock, type Variation } from './client.ts';
import { numberOf } from './field-values.ts';
import { refreshProducts } from './refresh.ts';
import { fullName } from './variation-name.ts';

/** Records a count of all items of a SKU on hand. Shows the effect before recording, and afterwards which orders have lost items. */
export function CountDialog({ variation, onClose }: { variation: Variation; onClose: () => void }) {
  const { id, sku, qty_available, qty_allocated, qty_at_decorator, qty_free } = variation;
  const qty_promised = qty_allocated + qty_at_decorator;
  const [counted, setCounted] = useState<Counted | null>(null);
  const form = useForm({
    schema: countStockInput,
    values: { value: '' },
    input: ({ value }) => ({ field: 'qty_available' as const, value: numberOf(value), counted: 'on_hand' as const }),
    send: ({ value }, options) => countStock(id)(value, options),
    refresh: refreshProducts,
    onSaved: setCounted,
  });
  const typed = numberOf(form.values.value);
  const qty = typed !== null && Number.isInteger(typed) && typed >= 0 ? typed : null;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Count ${fullName(variation)}`}
      description={<span className="code">{sku}</span>}
      action={counted ? null : qty === null ? 'Count' : `Count ${formatCount(qty)}`}
      busyText="Counting"
      cancel={counted ? 'Close' : 'Cancel'}
      waits={form.isDirty ? null : 'Say how many are on hand.'}
    >
      {counted ? (
        <Banner tone={counted.taken_back.length > 0 ? 'warn' : 'done'}>
          <p className="strong">{countText(counted.qty_available, 'item')} on hand.</p>
          <TakenBackLines lines={counted.taken_back} />
        </Banner>
      ) : (
        <div className="flow">
          <TextField label="On hand" required inputMode="numeric" hint={`${formatCount(qty_available)} by the ledger`} {...form.field('value')} />
          <table className="table" aria-label="What the count changes">
            <thead>
              <tr>
                <th scope="col" />
                <th scope="col" className="num">
                  Now
                </th>
                <th scope="col" className="num">
                  Then
                </th>
              </tr>
            </thead>
            <tbody>
              <Row label="On hand" before={qty_available} after={qty} />
              <Row
                label="Allocated"
                before={qty_allocated}
                after={qty === null ? null : Math.min(qty_allocated, Math.max(0, qty - qty_at_decorator))}
              />
              <Row label="Free" before={qty_free} after={qty === null ? null : Math.max(0, qty - qty_promised)} />
            </tbody>
          </table>
          {qty !== null && qty < qty_promised && (
            <p className="t-warn">
              {countText(Math.min(qty_allocated, qty_promised - qty), 'item')} will be taken back from orders that have them allocated.
            </p>
          )}
        </div>
      )}
    </FormDialog>
  );
}

const Row = ({ label, before, after }: { label: string; before: number; after: number | null }) => (
  <tr>
    <th scope="row">{label}</th>
    <td className="num">{formatCount(before)}</td>
    <td className="num strong">{after === null ? <span className="note">–</span> : formatCount(after)}</td>
  </tr>
);
