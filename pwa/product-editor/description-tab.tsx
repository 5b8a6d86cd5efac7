import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ExactPriceInput, exactPriceInput, type PriceInput, priceInput } from '../../shared/catalogue/price-input.ts';
import { type PriceRange, type ProductFields, type ProductFlag, severalFields } from '../../shared/catalogue/product.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { poundsText, tenthsText } from '../../shared/money.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { readCategories } from '../api/catalogue.ts';
import { SupplierChoice } from '../api/supplier-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { formatPrices } from '../ui/money.tsx';
import { Tick } from '../ui/tick.tsx';
import { AutoFormatDialog } from './auto-format-dialog.tsx';
import { CheaperSizes } from './cheaper-sizes.tsx';
import { type EditedProduct, type FoundStyle, findStyles, type Supplier, saveFields } from './client.ts';
import { nowText, numberOf, numberText } from './field-values.ts';
import { MeasuresDialog, measuredWords } from './measures-dialog.tsx';
import type { EditorPage } from './product-editor.tsx';
import { refreshProducts } from './refresh.ts';
import { InUseWarning } from './stop-warnings.tsx';
import { SuccessorSets } from './successor-sets.tsx';
import { useSkuPriceQuestion } from './use-sku-price-question.tsx';
import { useStopQuestion } from './use-stop-question.tsx';

const flags: readonly [ProductFlag, string][] = [
  ['is_public', 'Public'],
  ['is_published', 'Published'],
  ['is_public_catalogue', 'Public catalogue'],
  ['is_non_returnable', 'Non-returnable'],
  ['is_restricted', 'Restricted'],
];
const texts = ['name', 'brand', 'supplier_sku', 'description', 'short_description_1', 'short_description_2'] as const;
const amounts = ['cost', 'price'] as const;
const numbers = ['vat_rate', 'pack_size', 'min_order_qty', 'lead_time_days', 'wear_months', 'points', 'weight_g'] as const;

type Successor = Pick<FoundStyle, 'id' | 'name'> & { sku?: string };

const valuesOf = (product: EditedProduct) => ({
  version: product.version,
  name: product.name,
  brand: product.brand ?? '',
  supplier_sku: product.supplier_sku ?? '',
  category_id: product.category ? String(product.category.id) : '',
  supplier_id: product.supplier as Supplier | null,
  cost: poundsText(product.cost),
  price: poundsText(product.price),
  supplier_price_tenths: tenthsText(product.supplier_price_tenths),
  vat_rate: numberText(product.vat_rate),
  pack_size: numberText(product.pack_size),
  min_order_qty: numberText(product.min_order_qty),
  lead_time_days: numberText(product.lead_time_days),
  wear_months: numberText(product.wear_months),
  points: numberText(product.points),
  weight_g: numberText(product.weight_g),
  description: product.description,
  short_description_1: product.short_description_1,
  short_description_2: product.short_description_2,
  is_public: product.is_public,
  is_published: product.is_published,
  is_public_catalogue: product.is_public_catalogue,
  is_non_returnable: product.is_non_returnable,
  is_restricted: product.is_restricted,
  is_discontinued: product.discontinued_at !== null,
  push_discontinued_at: product.discontinued_at === null ? '' : ukDate(product.discontinued_at),
  successor_id: product.successor as Successor | null,
});
type Values = ReturnType<typeof valuesOf>;

/** All values in the format of the request. A text that is not an amount becomes NaN, and its field shows a message. */
function fieldsOf(values: Values): Partial<ProductFields> {
  const pence = (text: string): number => {
    const input = priceInput(text);
    return input.ok ? input.pence : Number.NaN;
  };
  const tenths = (text: string): number | null => {
    if (text.trim() === '') return null;
    const input = exactPriceInput(text);
    return input.ok ? input.tenths : Number.NaN;
  };
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name]])),
    ...Object.fromEntries(numbers.map((name) => [name, numberOf(values[name])])),
    ...Object.fromEntries(flags.map(([name]) => [name, values[name]])),
    cost: pence(values.cost),
    price: pence(values.price),
    supplier_price_tenths: tenths(values.supplier_price_tenths),
    category_id: values.category_id === '' ? null : Number(values.category_id),
    supplier_id: values.supplier_id?.id ?? null,
    push_discontinued_at: values.is_discontinued ? values.push_discontinued_at : '',
    successor_id: values.is_discontinued ? (values.successor_id?.id ?? null) : null,
  };
}

/** Only changed values are sent, so that the SKUs of a style keep all other values in which they differ from it. */
function changedFields(values: Values, before: Values): Partial<ProductFields> {
  const stored = fieldsOf(before) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fieldsOf(values)).filter(([name, value]) => !Object.is(value, stored[name])));
}

function amountFaults(values: Values): Record<string, string | null> {
  const faultOf = (input: PriceInput | ExactPriceInput): string | null => (input.ok ? null : input.message);
  const exact = values.supplier_price_tenths;
  return {
    ...Object.fromEntries(amounts.map((name) => [name, faultOf(priceInput(values[name]))])),
    supplier_price_tenths: exact.trim() === '' ? null : faultOf(exactPriceInput(exact)),
  };
}

/** The texts of a product, its prices, its flags and the day from which it is not sold. */
export function DescriptionTab({ page, product }: { page: EditorPage; product: EditedProduct }) {
  const { id, children = [] } = product;
  const [formatting, setFormatting] = useState(false);
  /** The description before AutoFormat. */
  const [earlier, setEarlier] = useState<string | null>(null);
  const categories = useQuery({ queryKey: ['categories'], queryFn: ({ signal }) => readCategories(signal) });
  const [measuring, setMeasuring] = useState(false);
  const { askStop, dialog } = useStopQuestion();
  const { askSkus, choice, dialog: skusDialog } = useSkuPriceQuestion(product);
  const range = (one: PriceRange | null): string =>
    one === null || (one.from === one.to && children.length === 0)
      ? ''
      : ` Its ${countText(children.length, 'SKU')}: ${formatPrices([one.from, one.to])}`;
  const form = useForm({
    schema: severalFields,
    record: product,
    valuesOf,
    input: (values) => ({ field: 'several' as const, value: changedFields(values, valuesOf(product)), version: values.version }),
    check: (values) => ({
      ...amountFaults(values),
      push_discontinued_at: values.is_discontinued && values.push_discontinued_at === '' ? messages.day_invalid : null,
    }),
    fieldOf: (name) => name.replace(/^value\./, ''),
    confirm: async ({ value }) => {
      if (!(await askSkus(value as Partial<ProductFields>))) return false;
      const isUnpublished = value.is_published === false;
      if (!isUnpublished && !value.push_discontinued_at) return true;
      return askStop([id], isUnpublished ? 'unpublish' : 'discontinue', product.name);
    },
    send: (input, options) => saveFields(id)({ ...input, skus: choice.current }, options),
    success: 'Product Saved',
    refresh: refreshProducts,
    guardedStep: 'view',
    onSaved: () => setEarlier(null),
  });
  const { values } = form;
  const most = (name: (typeof texts)[number]): number | undefined =>
    ({ name: limits.name, brand: limits.name, supplier_sku: limits.sku, description: limits.product_description })[name as 'name'] ?? limits.notes;
  const text = (name: (typeof texts)[number]) => ({ ...form.field(name), maxLength: most(name) });
  const variations = countText(children.length, 'variation');
  return (
    <FormPage {...page} form={form} stored={product}>
      <FieldGroup title="Product">
        <TextField label="Name" required {...text('name')} />
        <TextField label="Brand" {...text('brand')} />
        <Select
          label="Category"
          options={[{ value: '', label: 'No category' }, ...(categories.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
          {...form.field('category_id')}
        />
        <SupplierChoice placeholder="No supplier" {...form.control('supplier_id')} />
      </FieldGroup>
      <FieldGroup title="Description">
        <div className="field-row">
          <TextArea label="Description" rows={9} counted hint="Paragraphs, lines that begin with - for a list, **bold**" {...text('description')} />
          <div className="line product-format">
            <Button size="sm" disabled={values.description.trim() === ''} onClick={() => setFormatting(true)}>
              AutoFormat
            </Button>
            {earlier !== null && (
              <Button
                size="sm"
                look="quiet"
                onClick={() => {
                  form.fill({ description: earlier });
                  setEarlier(null);
                }}
              >
                Undo AutoFormat
              </Button>
            )}
          </div>
        </div>
        <TextArea label="First short description" className="field-row" rows={2} {...text('short_description_1')} />
        <TextArea label="Second short description" className="field-row" rows={2} {...text('short_description_2')} />
      </FieldGroup>
      <FieldGroup title="Prices">
        <TextField label="Price (£)" required inputMode="decimal" hint={`Ex VAT.${range(product.sku_prices)}`} {...form.field('price')} />
        <TextField label="Cost (£)" required inputMode="decimal" hint={range(product.sku_costs).trim() || undefined} {...form.field('cost')} />
        <CheaperSizes variations={children} />
        <TextField label="VAT rate (%)" inputMode="numeric" hint="Empty: the general rate" {...form.field('vat_rate')} />
      </FieldGroup>
      <FieldGroup title="Supplier terms">
        <TextField label="Supplier SKU" className="code" {...text('supplier_sku')} />
        <TextField label="Supplier’s price (£)" inputMode="decimal" {...form.field('supplier_price_tenths')} />
        <TextField label="Pack size" inputMode="numeric" {...form.field('pack_size')} />
        <TextField label="Minimum order" inputMode="numeric" {...form.field('min_order_qty')} />
        <TextField label="Lead time (days)" inputMode="numeric" hint="Empty: that of the supplier" {...form.field('lead_time_days')} />
        <TextField label="Weight (g)" inputMode="numeric" hint="Of one item. Bags that are weighed teach it" {...form.field('weight_g')} />
        <TextField label="Lasts (months)" inputMode="numeric" hint="How long a wearer is expected to use it" {...form.field('wear_months')} />
        {!product.parent && (
          <TextField
            label="Points"
            inputMode="numeric"
            hint="Of an allowance, for one item. Empty: the price in whole pounds"
            {...form.field('points')}
          />
        )}
      </FieldGroup>
      {children.length > 0 && (
        <FieldGroup title="Body measures">
          <div className="field-row line">
            <span className="note grow">{measuredWords(product)}</span>
            <Button size="sm" onClick={() => setMeasuring(true)}>
              {product.measures ? 'Change' : 'Add'} body measures
            </Button>
          </div>
        </FieldGroup>
      )}
      <FieldGroup title="Flags">
        <div className="product-flags field-row">
          {flags.map(([name, label]) => (
            <Tick key={name} {...form.tick(name)}>
              {label}
            </Tick>
          ))}
          <p className="note">
            {children.length > 0 ? `A change goes to all ${variations}; each may differ afterwards` : 'New variations take them over'}
          </p>
        </div>
        {product.is_published && !values.is_published && (
          <div className="field-row">
            <InUseWarning ids={[id]} stop="unpublish" />
          </div>
        )}
        <div className="field-row flow">
          <Tick
            {...form.tick('is_discontinued')}
            onChange={(event) =>
              form.fill({ is_discontinued: event.target.checked, push_discontinued_at: event.target.checked ? nowText() : '', successor_id: null })
            }
          >
            Discontinued
          </Tick>
          {values.is_discontinued && product.discontinued_at === null && <InUseWarning ids={[id]} stop="discontinue" />}
          {values.is_discontinued && values.successor_id && <SuccessorSets pairs={[[id, values.successor_id.id]]} />}
          {values.is_discontinued && (
            <div className="fields">
              <DateField
                label="Not sold from"
                required
                hint="It is removed once nothing of it is left on the shelf or on orders"
                {...form.field('push_discontinued_at')}
              />
              <Combobox<Successor>
                label="Successor"
                placeholder="Name or SKU in the catalogue"
                hint="Offered in its place"
                {...form.control('successor_id')}
                search={async (search, signal) => (await findStyles(search, signal)).filter((style) => style.id !== id)}
                itemKey={({ id: key }) => key}
                itemText={({ name, sku }) => (sku ? `${name}  ${sku}` : name)}
              />
            </div>
          )}
        </div>
      </FieldGroup>
      {formatting && (
        <AutoFormatDialog
          id={id}
          text={values.description}
          onClose={() => setFormatting(false)}
          onUse={(formatted) => {
            setEarlier(values.description);
            form.fill({ description: formatted });
            setFormatting(false);
          }}
        />
      )}
      {measuring && <MeasuresDialog product={product} onClose={() => setMeasuring(false)} />}
      {dialog}
      {skusDialog}
    </FormPage>
  );
}
