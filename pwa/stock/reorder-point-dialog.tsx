import { productFields } from '../../shared/catalogue/product.ts';
import { messages } from '../../shared/messages.ts';
import { reorderPoint } from '../../shared/purchasing/reorder-point.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { products, type Sku } from './client.ts';

const pointInput = productFields.pick({ reorder_point: true });
/** The typed number; null for an empty field. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

/** Fixes the reorder point of a SKU, or lets it follow from the use again. */
export function ReorderPointDialog({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const form = useForm({
    schema: pointInput,
    values: { reorder_point: sku.reorder_point === null ? '' : String(sku.reorder_point) },
    input: ({ reorder_point }) => ({ reorder_point: numberOf(reorder_point) }),
    check: ({ reorder_point }) => ({ reorder_point: /^\d{0,9}$/.test(reorder_point.trim()) ? null : messages.whole_number }),
    fieldOf: () => 'reorder_point',
    send: ({ reorder_point }, options) =>
      answer(
        products[':id'].$put(
          { param: { id: String(sku.id) }, json: { field: 'reorder_point', value: reorder_point, version: sku.version } },
          options,
        ),
      ),
    refresh: [['stock'], ['reorder'], ['products']],
    onSaved: onClose,
  });
  const byUse = reorderPoint({ ...sku, reorder_point: null });
  return (
    <FormDialog form={form} onClose={onClose} title={`Reorder point of ${sku.sku}`} action="Save">
      <TextField
        label="Items wanted"
        inputMode="numeric"
        autoComplete="off"
        className="count-field"
        placeholder={String(byUse)}
        hint={`Empty: ${byUse}, by the use of ${countText(sku.qty_used, 'item')} in 13 weeks and a lead time of ${countText(sku.lead_days, 'day')}`}
        {...form.field('reorder_point')}
      />
    </FormDialog>
  );
}
