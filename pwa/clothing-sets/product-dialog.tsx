import { useQuery } from '@tanstack/react-query';
import {
  type OfficeSet,
  type SetProduct,
  type SetProductChange,
  type SetProductDetails,
  setProductChange,
} from '../../shared/clothing-sets/clothing-set.ts';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { PictureField } from '../api/picture-field.tsx';
import { useForm } from '../api/use-form.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatPrices } from '../ui/money.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { readSetProduct, saveSetProduct } from './client.ts';
import { refreshSets } from './refresh.ts';
import { priceRange } from './set-words.ts';
import { SkuChoice } from './sku-choice.tsx';
import { SkuPrices, type SkuPriceTexts, withoutPrices } from './sku-prices.tsx';

const WIDTH = 720;

interface ProductDialogProps {
  set: OfficeSet;
  productId: number;
  onRemove: (product: SetProduct) => Promise<void>;
  onClose: () => void;
}

/** Edits a product within a set: the name, description, price, decorations and picture that the set has for it, and the SKUs that the set holds. */
export function ProductDialog({ set, productId, onRemove, onClose }: ProductDialogProps) {
  const query = useQuery({
    queryKey: ['clothing-sets', 'product', set.id, productId],
    queryFn: ({ signal }) => readSetProduct(set.id, productId, signal),
  });
  if (query.data) return <Details set={set} stored={query.data} onRemove={onRemove} onClose={onClose} />;
  return (
    <Dialog open title="Product" width={WIDTH} onClose={onClose}>
      <Loaded query={query} noun="product" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const decorationKinds = ['set', 'none', 'own'] as const;
type DecorationKind = (typeof decorationKinds)[number];
const kindOf = (decoration: string | null): DecorationKind => (decoration === null ? 'set' : decoration === '' ? 'none' : 'own');

const valuesOf = ({ terms, holds_style, children, version }: SetProductDetails) => ({
  version,
  name: terms.name ?? '',
  description: terms.description ?? '',
  price: poundsText(terms.price),
  decoration_kind: kindOf(terms.decoration),
  decoration: terms.decoration ?? '',
  new_image: terms.image,
  holds_style,
  children: children.filter(({ is_held }) => is_held).map(({ id }) => id),
  // If all SKUs have the same price, the field for all SKUs has the price, and the fields of the single SKUs are empty.
  prices: Object.fromEntries(
    children.map(({ id, set_price }) => [id, { price: terms.is_price_mixed ? poundsText(set_price) : '' }]),
  ) as SkuPriceTexts,
});
type Values = ReturnType<typeof valuesOf>;

const decorationOf = ({ decoration_kind, decoration }: Values): string | null =>
  decoration_kind === 'set' ? null : decoration_kind === 'none' ? '' : decoration;

/** The changed prices of single SKUs, in the form of the request. A set that holds the whole style has no such prices. */
function pricesOf({ holds_style, children, price, prices }: Values, stored: SetProductDetails): { product_id: number; price: number | null }[] {
  if (holds_style) return [];
  const before = valuesOf(stored);
  const isNewForAll = price.trim() !== before.price;
  return children.flatMap((product_id) => {
    const text = prices[product_id]?.price.trim() ?? '';
    const pence = penceTyped(text);
    const isSame = text === (isNewForAll ? '' : (before.prices[product_id]?.price ?? ''));
    return isSame || pence === undefined ? [] : [{ product_id, price: pence }];
  });
}

/** Returns only changed values. If unchanged values were also sent, they would overwrite values that differ between the SKUs of a style. */
function changeOf(values: Values, stored: SetProductDetails): SetProductChange {
  const before = valuesOf(stored);
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const sentChildren = values.holds_style ? null : values.children;
  const price = penceTyped(values.price);
  const prices = pricesOf(values, stored);
  return {
    version: values.version,
    ...(values.name !== before.name && { name: values.name }),
    ...(values.description !== before.description && { description: values.description }),
    ...(values.price.trim() !== before.price && price !== undefined && { price }),
    ...(prices.length > 0 && { prices }),
    ...(decorationOf(values) !== decorationOf(before) && { decoration: decorationOf(values) }),
    ...(!same(sentChildren, before.holds_style ? null : before.children) && { children: sentChildren }),
    ...(values.new_image !== before.new_image && { new_image: values.new_image === null ? null : { data: values.new_image } }),
  };
}

function Details({ set, stored, onRemove, onClose }: Omit<ProductDialogProps, 'productId'> & { stored: SetProductDetails }) {
  const { terms } = stored;
  const form = useForm({
    schema: setProductChange,
    record: stored,
    valuesOf,
    input: (values) => changeOf(values, stored),
    check: (values) => ({
      price: penceTyped(values.price) === undefined ? messages.amount_invalid : null,
      ...(!values.holds_style &&
        Object.fromEntries(
          values.children.map((id) => [
            `prices.${id}.price`,
            penceTyped(values.prices[id]?.price ?? '') === undefined ? messages.amount_invalid : null,
          ]),
        )),
      decoration: values.decoration_kind === 'own' && decorationsOf(values.decoration).length === 0 ? messages.set_decoration_needed : null,
    }),
    // The body lists the changed prices by position; the form has them by the SKU's id.
    fieldOf: (name, typed) =>
      name
        .replace(/^(new_image|children)\..*/, '$1')
        .replace(/^prices\.(\d+)\..*/, (_, place) => `prices.${pricesOf(typed, stored)[Number(place)]?.product_id}.price`),
    send: saveSetProduct(set.id, stored.id),
    success: 'Product has been saved',
    refresh: refreshSets,
    onSaved: onClose,
  });
  const { values } = form;
  const priceOfAll = form.field('price');
  const heldSkus = stored.children.filter(({ id }) => values.children.includes(id));
  const ofSet = decorationsOf(set.decoration);
  const hasVariations = stored.children.some(({ id }) => id !== stored.id);
  const kindLabels: Record<DecorationKind, string> = {
    set: `Those of the set: ${ofSet.length > 0 ? ofSet.join('; ') : 'none'}`,
    none: 'None',
    own: 'Its own',
  };
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={WIDTH}
      title={stored.name}
      description={
        <>
          <span className="code">{stored.sku}</span> in {set.name}
        </>
      }
      action="Save product"
      busyText="Saving"
      waits={form.isDirty ? null : messages.nothing_changed}
      other={
        <Button
          look="danger"
          className="set-remove"
          onClick={() => {
            form.giveUp();
            onClose();
            void onRemove(stored);
          }}
        >
          Remove
        </Button>
      }
    >
      <div className="set-product-form">
        <div className="line wide top">
          <GarmentTile media={stored.media} alt={stored.name} colour={stored.colours[0]?.hex} size={88} />
          <dl className="facts grow">
            {stored.brand && (
              <>
                <dt>Brand</dt>
                <dd>{stored.brand}</dd>
              </>
            )}
            {stored.category && (
              <>
                <dt>Category</dt>
                <dd>{stored.category.name}</dd>
              </>
            )}
            <dt>Price</dt>
            <dd>
              {formatPrices([stored.price_from, stored.price_to])} ex VAT
              {stored.has_set_price && `, here ${formatPrices([stored.set_price_from, stored.set_price_to])}`}
            </dd>
          </dl>
          {stored.is_csp && <Badge tone="accent">Custom</Badge>}
          {!stored.is_published && <Badge tone="line-only">Not published</Badge>}
        </div>
        <div className="fields">
          <TextField label="Name in this set" hint="Empty: the product’s own" placeholder={stored.name} {...form.field('name')} />
          <TextField
            label="Price in this set (£)"
            inputMode="decimal"
            hint={terms.is_price_mixed ? 'Several prices by SKU. A price here is that of all' : 'Empty: the product’s own'}
            placeholder={
              terms.is_price_mixed ? priceRange(stored.set_price_from, stored.set_price_to) : priceRange(stored.price_from, stored.price_to)
            }
            {...priceOfAll}
            onChange={(event) => {
              if (Object.values(values.prices).some(({ price }) => price !== '')) form.fill({ prices: withoutPrices(values.prices) });
              return priceOfAll.onChange(event);
            }}
          />
          <div className="field-row">
            <TextArea
              label="Description in this set"
              hint="Empty: the product’s own"
              placeholder={stored.description}
              {...form.field('description')}
            />
          </div>
        </div>
        <fieldset className="flow">
          <legend className="label">Decorations to choose from</legend>
          {decorationKinds.map((kind) => (
            <Tick
              key={kind}
              type="radio"
              name="decoration_kind"
              checked={values.decoration_kind === kind}
              onChange={() => form.control('decoration_kind').onChange(kind)}
            >
              {kindLabels[kind]}
            </Tick>
          ))}
          {values.decoration_kind === 'own' && (
            <TextArea label="Its decorations" hint={`One a line, each at most ${limits.decoration} characters`} {...form.field('decoration')} />
          )}
        </fieldset>
        <PictureField
          label="Picture in this set"
          hint="PNG or JPEG, for people of this client only. Without it the product’s own"
          {...form.control('new_image')}
        />
        {hasVariations && <SkuChoice skus={stored.children} holdsStyle={form.control('holds_style')} chosen={form.control('children')} />}
        {hasVariations && !values.holds_style && heldSkus.length > 0 && (
          <SkuPrices skus={heldSkus} priceOfAll={values.price} isOpen={terms.is_price_mixed} field={({ id }) => form.field(`prices.${id}.price`)} />
        )}
      </div>
    </FormDialog>
  );
}
