import { adjustStockInput } from '../../shared/stock/adjust-stock.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type Counted, type Sku, stock } from './client.ts';

type Adjusted = Pick<Counted, 'qty_available' | 'taken_back'>;

/** The typed number of items with its sign; null if the text is no such number. */
function signedOf(text: string): number | null {
  const qtyText = text.trim().replace('−', '-');
  return /^[+-]?\d{1,6}$/.test(qtyText) && Number(qtyText) !== 0 ? Number(qtyText) : null;
}

/** Corrects stock by a number of items; the reason is recorded in the ledger. */
export function AdjustDialog({ sku, onClose, onDone }: { sku: Sku; onClose: () => void; onDone: (adjusted: Adjusted) => void }) {
  const form = useForm({
    schema: adjustStockInput,
    values: { qty: '', reason: '' },
    input: ({ qty, reason }) => ({ qty: signedOf(qty), reason }),
    send: (json, options) => answer(stock.skus[':id'].adjustments.$post({ param: { id: String(sku.id) }, json }, options)),
    refresh: [['stock']],
    onSaved: (adjusted) => {
      onDone(adjusted);
      onClose();
    },
  });
  const qty = signedOf(form.values.qty);
  const after = qty === null ? null : sku.qty_available + qty;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Adjust ${sku.sku}`}
      waits={qty === null ? 'Enter how many items come in or go out.' : form.values.reason.trim() === '' ? 'Say why.' : null}
      action={qty === null ? 'Adjust' : qty > 0 ? `Add ${countText(qty, 'item')}` : `Take out ${countText(-qty, 'item')}`}
    >
      <div className="flow">
        <TextField
          label="Items"
          required
          inputMode="text"
          autoComplete="off"
          className="count-field"
          placeholder="-2 or 5"
          hint={after === null ? `${sku.qty_available} on hand` : `${sku.qty_available} on hand, ${after} after it`}
          {...form.field('qty')}
        />
        <TextField label="Reason" required counted {...form.field('reason')} />
        {after !== null && after >= 0 && after < sku.qty_allocated && (
          <p className="t-warn">
            {countText(sku.qty_allocated - after, 'allocated item')} would no longer be in stock. Orders lose them: first those that are not with the
            warehouse, the newest first.
          </p>
        )}
      </div>
    </FormDialog>
  );
}
