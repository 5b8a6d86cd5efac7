import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { type SizeRunQuantities, sizeRunQuantities } from '../../shared/purchasing/save-size-run.ts';
import { SizeRunFields } from '../api/size-run-fields.tsx';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { saveSizeRun } from './client.ts';
import type { OrderSaves } from './use-save-order.ts';

interface Values {
  quantities: Record<number, { qty: string }>;
  version: number;
}

/** The quantity of each SKU that has a line. */
function valuesOf({ lines, version }: Pick<PurchaseOrder, 'lines' | 'version'>): Values {
  const entries = lines.flatMap(({ product, qty_requested }) => (product ? [[product.id, { qty: String(qty_requested) }] as const] : []));
  return { quantities: Object.fromEntries(entries), version };
}

const idsOf = ({ quantities }: Values): number[] => Object.keys(quantities).map(Number);

interface SizeRunDialogProps {
  order: PurchaseOrder;
  saves: OrderSaves;
  onClose: () => void;
}

/** Sets the quantities of the sizes of styles on a draft: sizes without a line get one, and 0 removes a line. */
export function SizeRunDialog({ order, saves, onClose }: SizeRunDialogProps) {
  const stored = valuesOf(order).quantities;
  const linesBySku = groupBy(order.lines, ({ product }) => product?.id);
  const changedIds = (values: Values): number[] =>
    idsOf(values).filter((id) => Number(values.quantities[id]?.qty || 0) !== Number(stored[id]?.qty ?? 0));
  const form = useForm({
    schema: sizeRunQuantities,
    record: order,
    valuesOf,
    input: (values) => ({
      quantities: changedIds(values).map((product_id) => ({ product_id, qty_requested: Number(values.quantities[product_id]?.qty || 0) })),
      version: values.version,
    }),
    fieldOf: (name, values) => {
      const [, place] = /^quantities\.(\d+)\./.exec(name) ?? [];
      return place === undefined ? name : `quantities.${changedIds(values)[Number(place)]}.qty`;
    },
    send: (json: SizeRunQuantities, options) => saves.inTurn(() => saveSizeRun(order.id, json, options)),
    success: ({ qty_lines, qty_requested }) => `Now ${countText(qty_lines, 'line')}, ${countText(qty_requested, 'item')}`,
    refresh: [['purchase-orders']],
    onSaved: onClose,
  });
  const changes = changedIds(form.values).length;
  const isSeveral = (id: number): boolean => (linesBySku.get(id)?.length ?? 0) > 1;
  return (
    <FormDialog
      form={form}
      width={760}
      title="Size run"
      description={order.our_reference}
      action={changes > 0 ? `Save ${countText(changes, 'size')}` : 'Save'}
      busyText="Saving"
      waits={changes > 0 ? null : messages.say_how_many}
      onClose={onClose}
    >
      <SizeRunFields
        supplier_id={order.work_order ? undefined : order.supplier?.id}
        hasTerms={!order.work_order}
        field={(id) => {
          const { value, ...field } = form.field(`quantities.${id}.qty`);
          return { ...field, value, disabled: isSeveral(id) };
        }}
        noteOf={(id) => (isSeveral(id) ? `On ${linesBySku.get(id)?.length} lines` : undefined)}
        onFill={(quantities) => {
          const entries = Object.entries(quantities).map(([id, qty]) => [id, { qty }] as const);
          form.fill({ quantities: { ...form.values.quantities, ...Object.fromEntries(entries.filter(([id]) => !isSeveral(Number(id)))) } });
        }}
      />
    </FormDialog>
  );
}
