import { useQuery } from '@tanstack/react-query';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { discontinuation } from '../../shared/catalogue/variations.ts';
import { groupBy } from '../../shared/group-by.ts';
import { listText } from '../../shared/list-text.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { useForm } from '../api/use-form.ts';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { discontinueVariations, type EditedProduct, type FoundStyle, findStyles, readProduct, type Variation } from './client.ts';
import { coloursOf } from './colours.ts';
import { nowText } from './field-values.ts';
import { refreshProducts } from './refresh.ts';
import { InUseWarning } from './stop-warnings.tsx';
import { SuccessorSets } from './successor-sets.tsx';
import { fullName, sizeKey } from './variation-name.ts';

interface DiscontinueDialogProps {
  product: EditedProduct;
  chosen: readonly Variation[];
  onClose: () => void;
  onDone: () => void;
}

type Style = Pick<FoundStyle, 'id' | 'name' | 'sku'>;
/** How many variations, or pairs of a variation and its successor, are listed one by one. */
const LISTED = 12;

/** Variations by their colours: `Navy: S, M and L; Black: XL`. */
const namesText = (variations: readonly Variation[]): string =>
  [...groupBy(variations, ({ attributes, sku }) => attributes.variation_colour ?? sku)]
    .map(([colour, own]) => (own.some(({ attributes }) => sizeOf(attributes)) ? `${colour}: ${listText(own.map(sizeKey))}` : colour))
    .join('; ');

/** Sets the day from which variations are no longer sold, and for each a successor: the variation of the same size in another colour or style. */
export function DiscontinueDialog({ product, chosen, onClose, onDone }: DiscontinueDialogProps) {
  const [first] = chosen;
  const stored = first?.discontinued_at ?? null;
  const ids = chosen.map(({ id }) => id);
  const isStored = chosen.some(({ discontinued_at }) => discontinued_at !== null);
  const form = useForm({
    schema: discontinuation,
    values: { discontinued_at: stored === null ? nowText() : ukDate(stored), style: product as Style | null, colour: '' },
    input: ({ discontinued_at }): unknown => ({
      variations: ids,
      discontinued_at: discontinued_at || null,
      ...(pairs.length > 0 && { successors: pairs.map(({ from, to }) => ({ product_id: from.id, successor_id: to?.id ?? null })) }),
    }),
    fieldOf: (name) => (name.startsWith('successors.') ? 'colour' : name),
    send: discontinueVariations(product.id),
    success: ({ items }) => {
      const { length } = items;
      return items[0]?.discontinued_at ? `${countText(length, 'variation')} discontinued` : `${countText(length, 'variation')} on sale again`;
    },
    refresh: refreshProducts,
    onSaved: onDone,
  });
  const { style, colour, discontinued_at } = form.values;
  const other = useQuery({
    queryKey: ['products', 'one', String(style?.id ?? '')],
    queryFn: ({ signal }) => readProduct(String(style?.id), signal),
    enabled: style !== null,
  });
  const isChosen = new Set(ids);
  const offered = (other.data?.children ?? []).filter((one) => !isChosen.has(one.id) && one.discontinued_at === null);
  const colours = coloursOf(offered).flatMap(({ name }) => name ?? []);
  const pairs =
    colour === ''
      ? []
      : chosen.map((from) => ({
          from,
          to: offered.find((one) => one.attributes.variation_colour === colour && sizeKey(one) === sizeKey(from)) ?? null,
        }));
  const follows = pairs.flatMap(({ from, to }) => (to ? [[from.id, to.id] as const] : []));
  const unpaired = pairs.filter(({ to }) => to === null);
  const isEnding = discontinued_at !== '';
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={560}
      title={chosen.length === 1 && first ? `Discontinue ${fullName(first)}` : `Discontinue ${countText(chosen.length, 'variation')}`}
      description={product.name}
      action={isEnding ? `Discontinue ${countText(chosen.length, 'variation')}` : 'Sell on'}
      look={isEnding ? 'destroy' : 'primary'}
      busyText="Saving"
      waits={isEnding || isStored ? null : 'Choose a day.'}
    >
      <div className="flow">
        <p className="sub">
          {namesText(chosen.length > LISTED + 1 ? chosen.slice(0, LISTED) : chosen)}
          {chosen.length > LISTED + 1 && ` and ${chosen.length - LISTED} others`}
        </p>
        <InUseWarning ids={ids} stop="discontinue" />
        <DateField
          label="Not sold from"
          hint="Empty: stays on sale. A variation is removed when nothing of it is left on the shelf or on orders"
          {...form.field('discontinued_at')}
        />
        <div className="fields">
          <Combobox<Style>
            label="Successor"
            placeholder="Name or SKU in the catalogue"
            {...form.control('style')}
            onChange={(next) => form.fill({ style: next, colour: '' })}
            search={async (search, signal) => findStyles(search, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, sku }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{sku}</span>
              </>
            )}
          />
          <Select
            label="In colour"
            placeholder="No successor"
            options={colours.map((name) => ({ value: name, label: name }))}
            {...form.field('colour')}
          />
        </div>
        <SuccessorSets pairs={follows} />
        {pairs.length > 0 && (
          <div className="product-pairs">
            <ul>
              {pairs.slice(0, LISTED).map(({ from, to }) => (
                <li key={from.id} className="line">
                  <span className="code">{from.sku}</span> →{' '}
                  {to ? <span className="code">{to.sku}</span> : <span className="t-warn">none of this size</span>}
                </li>
              ))}
            </ul>
            {pairs.length > LISTED && <p className="note">And {pairs.length - LISTED} more.</p>}
            {unpaired.length > 0 && <p className="t-warn">{countText(unpaired.length, 'size')} without a successor.</p>}
          </div>
        )}
      </div>
    </FormDialog>
  );
}
