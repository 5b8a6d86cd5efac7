import { Link } from 'react-router';
import { priceInput } from '../../shared/catalogue/price-input.ts';
import { type ProductFields, severalFields } from '../../shared/catalogue/product.ts';
import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { poundsText } from '../../shared/money.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { useForm } from '../api/use-form.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Tick } from '../ui/tick.tsx';
import { AttributeField, attributeNames } from './attribute-field.tsx';
import { type AttributeValues, type EditedProduct, saveFields, type Variation } from './client.ts';
import { numberOf, numberText } from './field-values.ts';
import { refreshProducts } from './refresh.ts';
import { useBinQuestion } from './use-bin-question.tsx';
import { useStopQuestion } from './use-stop-question.tsx';
import { fullName } from './variation-name.ts';

interface VariationPanelProps {
  product: EditedProduct;
  variation: Variation;
  attributes: AttributeValues;
  onCount: (variation: Variation) => void;
  onDiscontinue: (variation: Variation) => void;
}

const valuesOf = (one: Variation) => ({
  version: one.version,
  price: poundsText(one.price),
  cost: poundsText(one.cost),
  supplier_sku: one.supplier_sku ?? '',
  barcode: one.barcode ?? '',
  bin: one.bin ?? '',
  colour_hex: one.colour_hex ?? '',
  weight_g: numberText(one.weight_g),
  is_published: one.is_published,
  is_public: one.is_public,
});
type Values = ReturnType<typeof valuesOf>;

function fieldsOf({ price, cost, weight_g, version: _, ...rest }: Values): Partial<ProductFields> {
  const pence = (text: string): number => {
    const input = priceInput(text);
    return input.ok ? input.pence : Number.NaN;
  };
  return { ...rest, price: pence(price), cost: pence(cost), weight_g: numberOf(weight_g) };
}

const changedFields = (values: Values, before: Values): Partial<ProductFields> => {
  const stored = fieldsOf(before) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fieldsOf(values)).filter(([name, value]) => !Object.is(value, stored[name])));
};

const amountFault = (text: string): string | null => {
  const input = priceInput(text);
  return input.ok ? null : input.message;
};

/** One SKU: its stock, its codes, its attributes and whether it is sold. */
export function VariationPanel({ product, variation, attributes, onCount, onDiscontinue }: VariationPanelProps) {
  const { id, qty_available, qty_allocated, qty_at_decorator, qty_free, discontinued_at, successor } = variation;
  const isStyle = id === product.id;
  const { askStop, dialog } = useStopQuestion();
  const { askBin, dialog: binDialog } = useBinQuestion();
  const form = useForm({
    schema: severalFields,
    record: variation,
    valuesOf,
    input: (values) => ({ field: 'several' as const, value: changedFields(values, valuesOf(variation)), version: values.version }),
    check: ({ price, cost }) => ({ price: amountFault(price), cost: amountFault(cost) }),
    fieldOf: (name) => name.replace(/^value\./, ''),
    confirm: async ({ value }) =>
      (await askBin(variation, value.bin)) && (value.is_published !== false || askStop([id], 'unpublish', fullName(variation))),
    send: saveFields(id),
    success: 'Product Updated',
    refresh: refreshProducts,
    guardedStep: 'view',
  });
  return (
    <>
      <header>
        <GarmentTile media={variation.media} alt="" colour={variation.colour_hex} size={32} />
        <div className="grow">
          <h2 className="cut">{isStyle ? product.name : fullName(variation)}</h2>
          <p className="code note small">{variation.sku}</p>
        </div>
        <BinPlate bin={variation.bin} />
      </header>
      <div className="stats product-stats">
        <div>
          <p>On hand</p>
          <b>{formatCount(qty_available)}</b>
        </div>
        <div>
          <p>Allocated</p>
          <b>{formatCount(qty_allocated)}</b>
        </div>
        {qty_at_decorator > 0 && (
          <div>
            <p>At decorator</p>
            <b>{formatCount(qty_at_decorator)}</b>
          </div>
        )}
        <div>
          <p>Free</p>
          <b>{formatCount(qty_free)}</b>
        </div>
        <div>
          <p>On order</p>
          <b>{formatCount(qtyOnOrder(variation))}</b>
        </div>
      </div>
      <div className="in-card line">
        <Button onClick={() => onCount(variation)}>Count stock</Button>
        <Link className="push" to={`/admin/stock/${id}`}>
          Ledger
        </Link>
      </div>
      {!isStyle && (
        <div className="in-card fields product-attributes">
          {attributeNames.map(([field, label]) => (
            <AttributeField key={field} variation={variation} field={field} label={label} attributes={attributes} />
          ))}
        </div>
      )}
      <Form form={form}>
        <div className="in-card flow">
          <div className="fields">
            <TextField label="Price (£)" required inputMode="decimal" {...form.field('price')} />
            <TextField label="Cost (£)" required inputMode="decimal" {...form.field('cost')} />
            <TextField label="Supplier SKU" {...form.field('supplier_sku')} maxLength={limits.sku} />
            <TextField label="Barcode" {...form.field('barcode')} maxLength={limits.sku} />
            <TextField label="Bin" {...form.field('bin')} maxLength={limits.bin} />
            <TextField label="Weight (g)" inputMode="numeric" {...form.field('weight_g')} />
            <TextField label="Colour value" placeholder="#1f2c4d" {...form.field('colour_hex')} maxLength={7} />
          </div>
          <div className="product-flags">
            <Tick {...form.tick('is_published')}>Published</Tick>
            <Tick {...form.tick('is_public')}>Public</Tick>
          </div>
        </div>
        <footer>
          <Submit form={form} className="push" busyText="Saving" waits={form.isDirty ? null : messages.nothing_changed}>
            Save
          </Submit>
        </footer>
      </Form>
      <div className="in-card product-end">
        {discontinued_at ? (
          <p className="sub">
            Not sold from {formatDate(discontinued_at)}.{' '}
            {successor ? (
              <>
                Its successor is {successor.name} (<span className="code">{successor.sku}</span>).
              </>
            ) : (
              'It has no successor.'
            )}
          </p>
        ) : (
          <p className="sub">On sale.</p>
        )}
        {!isStyle && (
          <Button size="sm" onClick={() => onDiscontinue(variation)}>
            {discontinued_at ? 'Change' : 'Discontinue'}
          </Button>
        )}
      </div>
      {dialog}
      {binDialog}
    </>
  );
}

/** The panel as a dialog, for screens without room beside the variations. */
export function VariationDialog({ onClose, ...panel }: VariationPanelProps & { onClose: () => void }) {
  return (
    <Dialog open title="Variation" onClose={onClose} width={520} asksFirst actions={<Button onClick={onClose}>Close</Button>}>
      <div className="product-panel">
        <VariationPanel {...panel} />
      </div>
    </Dialog>
  );
}
