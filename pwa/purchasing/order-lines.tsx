import { memo, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { discontinuedWords } from '../../shared/catalogue/discontinued-words.ts';
import type { Lifecycle } from '../../shared/catalogue/lifecycle.ts';
import { exactPriceInput } from '../../shared/catalogue/price-input.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { poundsText, tenthsText } from '../../shared/money.ts';
import type { PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { unmetTerm } from '../../shared/purchasing/terms-text.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { findSets } from '../api/accounts.ts';
import { LifecycleLine } from '../api/lifecycle.tsx';
import { searchSkus } from '../api/search-skus.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Select } from '../ui/field.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Money } from '../ui/money.tsx';
import { SkuCombobox, type SkuOption } from '../ui/sku-combobox.tsx';
import { skuOf } from './client.ts';
import { SavedField } from './saved-field.tsx';
import type { OrderSaves, Save } from './use-save-order.ts';

type LinePatch = Extract<Save, { line: number }>['patch'];
type LineProduct = NonNullable<PurchaseOrderLine['product']>;

/** What is wrong with the fields of a line. */
export type LineErrors = Partial<Record<'product_id' | 'qty_requested' | 'unit_price' | 'decoration', string>>;

/** The product of a line in a sentence. */
export const productText = (product: LineProduct | null): string =>
  product ? [product.name, product.variation_colour, sizeOf(product)].filter(Boolean).join(', ') : 'new line';

const isLineLate = ({ due_on, is_open, qty_requested, qty_received, qty_cancelled }: PurchaseOrderLine, today: string): boolean =>
  is_open && due_on !== null && due_on < today && qty_received < qty_requested - qty_cancelled;

/** What a person should know before a line is ordered: the terms that it does not meet, the same SKU on another line, a SKU of another supplier. */
function warningText(line: PurchaseOrderLine): string | undefined {
  const term = line.product ? unmetTerm(line.product, line.qty_requested) : undefined;
  const warnings = [term, line.is_repeated && 'On several lines', line.other_supplier && `Sold by ${line.other_supplier}`];
  return warnings.filter(Boolean).join('. ') || undefined;
}

/** The picture of a product, its size and name, and its code. */
export function ProductWords({ product }: { product: LineProduct | null }) {
  const size = product && sizeOf(product);
  const ending = discontinuedWords(product?.discontinued_at ?? null);
  return (
    <>
      <GarmentTile media={product?.media} alt="" colour={product?.colour_hex} size={36} />
      <span className="grow purchase-name">
        <span className="cut" title={productText(product)}>
          {size && <strong>{size} </strong>}
          {product ? [product.name, product.variation_colour].filter(Boolean).join(', ') : <span className="note">No product</span>}
        </span>
        <span className="note small cut">
          <span className="code">{product?.sku}</span>
          {ending && <span className="t-warn"> · {ending}</span>}
        </span>
      </span>
    </>
  );
}

/** The supplier’s SKU for the product of a line, with a label if no heading stands above it. */
export function SupplierSku({ line: { supplier_sku } }: { line: PurchaseOrderLine }) {
  if (!supplier_sku) return <span className="purchase-supplier-sku" />;
  return (
    <span className="cut purchase-supplier-sku" title={supplier_sku}>
      <span className="purchase-label purchase-label-text">Supplier SKU </span>
      <span className="code sub">{supplier_sku}</span>
    </span>
  );
}

/** Moves the focus to the same field of the next line; false if there is no next line. */
export function focusNextLine(from: HTMLElement): boolean {
  const field = from.getAttribute('name')?.split('.').at(-1);
  const next = from.closest('.purchase-line')?.nextElementSibling?.querySelector<HTMLInputElement>(`input[name$=".${field}"]`);
  next?.focus();
  return Boolean(next);
}

interface EditedLineProps {
  line: PurchaseOrderLine;
  /** The line’s place among the lines, as messages number them. */
  index: number;
  saves: OrderSaves;
  errors: LineErrors | undefined;
  /** The supplier whose SKUs are offered first; undefined if no supplier comes first, as on a work order. */
  supplier_id: number | undefined;
  /** The account whose clothing sets are offered; null if there is no account, undefined if the order is no work order. */
  account_id: number | null | undefined;
  /** What is known of the future of the line’s SKU. */
  lifecycle: Lifecycle | undefined;
  /** Whether the line was just added. */
  isFresh: boolean;
  onDelete: (line: PurchaseOrderLine) => void;
  /** Adds a line under the last one. */
  onAdd: () => void;
}

/** A line of a draft: each field is saved as soon as it is left. Enter in the quantity goes to the next line. */
export const EditedLine = memo(function EditedLine(props: EditedLineProps) {
  const { line, saves, errors, supplier_id, account_id, isFresh, onDelete, onAdd } = props;
  const { product } = line;
  const [isChoosing, setIsChoosing] = useState(product === null);
  /** The SKU that is chosen and not stored yet. */
  const [chosen, setChosen] = useState<SkuOption | null>(null);
  const [faults, setFaults] = useState<{ product_id?: string; clothing_set_id?: string }>({});
  const name = productText(product);
  const place = `lines.${props.index}`;
  const save = (patch: LinePatch, base: PurchaseOrderLine, label: string): Promise<string | null> =>
    saves.save({ line: line.id, patch, base, label: `${label} of ${name}` });
  const choose = async (field: 'product_id' | 'clothing_set_id', id: number | null, label: string): Promise<void> => {
    const fault = await save({ [field]: id }, line, label);
    setFaults(({ [field]: _, ...others }) => (fault === null ? others : { ...others, [field]: fault }));
    if (field === 'product_id') setChosen(null);
    if (field === 'product_id' && fault === null) setIsChoosing(false);
  };
  const chooseProduct = (sku: SkuOption | null): void => {
    if (!sku) return;
    document.getElementById(`qty-${line.id}`)?.focus();
    if (sku.id === product?.id) setIsChoosing(false);
    else {
      setChosen(sku);
      void choose('product_id', sku.id, 'Product');
    }
  };
  const productId = `product-${line.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the line appears
  useEffect(() => {
    if (isFresh) document.getElementById(productId)?.focus();
  }, []);
  const label = (text: string) => (
    <>
      <span className="purchase-label">{text}</span>
      <span className="sr"> of {name}</span>
    </>
  );
  const text = { base: line, onUnsaved: saves.setUnsaved };

  return (
    <li className="purchase-line">
      <div className="purchase-product">
        {isChoosing || product === null ? (
          <SkuCombobox
            id={productId}
            name={`${place}.product_id`}
            label={<span className="sr">Product of {name}</span>}
            required
            className="grow"
            placeholder="Our SKU, supplier SKU, barcode or name"
            from={supplier_id === undefined ? 2 : 0}
            value={chosen ?? (product && skuOf(product))}
            onChange={chooseProduct}
            search={(words, signal) => searchSkus(words, supplier_id, signal)}
            none="No such product."
            error={faults.product_id ?? errors?.product_id}
          />
        ) : (
          <button
            type="button"
            className="purchase-choose"
            id={productId}
            name={`${place}.product_id`}
            aria-label={`Change product ${name}, ${product.sku}`}
            onClick={() => {
              // The field is rendered at once, so that the next key goes to it.
              flushSync(() => setIsChoosing(true));
              document.getElementById(productId)?.focus();
            }}
          >
            <ProductWords product={product} />
          </button>
        )}
      </div>
      <SupplierSku line={line} />
      <SavedField
        {...text}
        id={`qty-${line.id}`}
        name={`${place}.qty_requested`}
        label={label('Quantity')}
        inputMode="numeric"
        placeholder="0"
        maxLength={6}
        stored={line.qty_requested ? String(line.qty_requested) : ''}
        error={errors?.qty_requested}
        hint={warningText(line)}
        onSave={(typed, base) => save({ qty_requested: Number(typed) }, base, 'Quantity')}
        onEnter={(input) => {
          if (!focusNextLine(input)) onAdd();
        }}
      />
      <SavedField
        {...text}
        name={`${place}.unit_price`}
        label={label('Price £')}
        inputMode="decimal"
        placeholder="0.00"
        maxLength={10}
        stored={tenthsText(line.unit_price_tenths)}
        error={errors?.unit_price}
        onSave={async (typed, base) => {
          if (typed.trim() === '') return save({ unit_price_tenths: null }, base, 'Price');
          const price = exactPriceInput(typed);
          return price.ok ? save({ unit_price_tenths: price.tenths }, base, 'Price') : price.message;
        }}
        onEnter={focusNextLine}
      />
      <span className="num strong purchase-total">
        <span className="purchase-label purchase-label-text">Total </span>
        <Money pence={line.sub_total} />
      </span>
      <SavedField
        {...text}
        name={`${place}.due_on`}
        label={label('Due')}
        isDay
        stored={line.due_on ?? ''}
        onSave={(typed, base) => save({ due_on: typed || null }, base, 'Due')}
        onEnter={focusNextLine}
      />
      {account_id !== undefined && (
        <Combobox<{ id: number; name: string }>
          label={label('Clothing set')}
          name={`${place}.clothing_set_id`}
          placeholder={account_id === null ? 'Choose an account first' : 'No decoration'}
          disabled={account_id === null && line.clothing_set === null}
          from={0}
          value={line.clothing_set}
          onChange={(set) => {
            if (set?.id !== line.clothing_set?.id) void choose('clothing_set_id', set?.id ?? null, 'Clothing set');
          }}
          search={async (words, signal) => (account_id === null ? [] : (await findSets(String(account_id), words, signal)).items)}
          itemKey={({ id }) => id}
          itemText={(set) => set.name}
          error={faults.clothing_set_id}
        />
      )}
      <SavedField
        {...text}
        name={`${place}.notes`}
        label={label('Notes')}
        placeholder="Notes"
        maxLength={limits.notes}
        stored={line.notes ?? ''}
        onSave={(typed, base) => save({ notes: typed || null }, base, 'Notes')}
        onEnter={focusNextLine}
      />
      <IconButton icon="trash" label={`Delete line, ${name}`} disabled={line.qty_received > 0} onClick={() => onDelete(line)} />
      {account_id !== undefined && product && (
        <WorkFields line={line} place={place} name={name} error={errors?.decoration} onSave={(patch, field) => save(patch, line, field)} />
      )}
      <LifecycleLine of={props.lifecycle} />
    </li>
  );
});

interface WorkFieldsProps {
  line: PurchaseOrderLine;
  /** The common beginning of the names of the line's fields: `lines.0`. */
  place: string;
  name: string;
  error: string | undefined;
  onSave: (patch: LinePatch, field: string) => Promise<string | null>;
}

/** The garment that goes out, as its selector shows it. */
const sourceOption = ({ id, sku, name, ...attributes }: NonNullable<PurchaseOrderLine['source']>, qty_free: number): SkuOption => ({
  id,
  sku,
  name,
  media: [],
  attributes,
  qty_free,
});

/** The garment that goes out for a line of a work order, and which decoration of its clothing set is applied. */
function WorkFields({ line, place, name, error, onSave }: WorkFieldsProps) {
  const [faults, setFaults] = useState<{ source_product_id?: string; decoration?: string }>({});
  const save = async (field: 'source_product_id' | 'decoration', patch: LinePatch, label: string): Promise<void> => {
    const fault = await onSave(patch, label);
    setFaults(({ [field]: _, ...others }) => (fault === null ? others : { ...others, [field]: fault }));
  };
  const { source, decorations, decoration } = line;
  const chosen = decoration !== null && decorations.includes(decoration) ? decoration : '';
  return (
    <div className="purchase-work">
      <SkuCombobox
        name={`${place}.source_product_id`}
        label={
          <>
            Goes out<span className="sr"> for {name}</span>
          </>
        }
        from={2}
        value={source && sourceOption(source, line.qty_free)}
        onChange={(sku) => {
          if (sku && sku.id !== source?.id) void save('source_product_id', { source_product_id: sku.id }, 'Goes out');
        }}
        search={(words, signal) => searchSkus(words, undefined, signal)}
        none="No such product."
        error={faults.source_product_id}
      />
      {decorations.length > 0 && (
        <Select
          name={`${place}.decoration`}
          label={
            <>
              Decoration<span className="sr"> of {name}</span>
            </>
          }
          value={chosen}
          placeholder={chosen ? undefined : 'Choose one'}
          options={decorations.map((one) => ({ value: one, label: one }))}
          onChange={(event) => void save('decoration', { decoration: event.target.value || null }, 'Decoration')}
          error={faults.decoration ?? error}
        />
      )}
    </div>
  );
}

interface FixedLineProps {
  line: PurchaseOrderLine;
  index: number;
  saves: OrderSaves;
  /** The date of the order, which applies if the line has none. */
  due_on: string | null;
  today: string;
  canEdit: boolean;
  seesCosts: boolean;
  isWorkOrder: boolean;
  lifecycle: Lifecycle | undefined;
  onCancelPart: (line: PurchaseOrderLine) => void;
}

/** A line of an approved order: its date can be changed, and items that have not arrived can be cancelled. */
export const FixedLine = memo(function FixedLine(props: FixedLineProps) {
  const { line, saves, due_on, today, canEdit, seesCosts, isWorkOrder, onCancelPart } = props;
  const name = productText(line.product);
  const qtyPending = Math.max(0, line.qty_requested - line.qty_cancelled - line.qty_received);
  const date = line.due_on ?? due_on;
  const isLate = isLineLate({ ...line, due_on: date }, today);
  const isOther = line.source !== null && line.source.id !== line.product?.id;
  const note = [isWorkOrder && line.clothing_set?.name, isWorkOrder && line.decoration, isOther && `From ${line.source?.sku}`, line.notes]
    .filter(Boolean)
    .join(' · ');
  const figure = (heading: string, content: string | number, className = 'sub') => (
    <span className={`num purchase-figure ${className}`}>
      <span className="purchase-label purchase-label-text">{heading} </span>
      {content}
    </span>
  );
  return (
    <li className="purchase-line">
      <div className="purchase-product">
        <ProductWords product={line.product} />
      </div>
      <SupplierSku line={line} />
      {canEdit && qtyPending > 0 ? (
        <SavedField
          name={`lines.${props.index}.due_on`}
          label={
            <>
              <span className="purchase-label">Due</span>
              <span className="sr"> of {name}</span>
            </>
          }
          isDay
          className={isLate && line.due_on ? 'purchase-late' : undefined}
          hint={line.due_on || !due_on ? undefined : <span className={isLate ? 't-warn' : undefined}>Order: {formatDate(due_on, 'list')}</span>}
          stored={line.due_on ?? ''}
          base={line}
          onUnsaved={saves.setUnsaved}
          onSave={(typed, base) => saves.save({ line: line.id, patch: { due_on: typed || null }, base, label: `Due of ${name}` })}
          onEnter={focusNextLine}
        />
      ) : (
        <span className={isLate ? 'strong t-warn purchase-date' : 'sub purchase-date'}>
          <span className="purchase-label purchase-label-text">Due </span>
          <DateText value={date} form="list" none="No date" />
        </span>
      )}
      {figure('Ordered', formatCount(line.qty_requested), '')}
      {figure('Received', formatCount(line.qty_received))}
      {figure('Cancelled', line.qty_cancelled ? formatCount(line.qty_cancelled) : '–')}
      {figure('Left', formatCount(qtyPending), qtyPending === 0 ? 't-done' : 'strong')}
      {seesCosts && figure('Price £', tenthsText(line.unit_price_tenths))}
      {seesCosts && figure('Total £', poundsText(line.sub_total), '')}
      <span className="sub cut purchase-note" title={note}>
        {note}
      </span>
      {canEdit && qtyPending > 0 ? (
        <Button size="sm" look="quiet" className="purchase-act" aria-label={`Cancel items of ${name}`} onClick={() => onCancelPart(line)}>
          Cancel items
        </Button>
      ) : (
        <span className="purchase-act" />
      )}
      <LifecycleLine of={props.lifecycle} />
    </li>
  );
});
