import type { OfficeSet, SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatMoney } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { addSetProduct, type FoundStyle, findStyles } from './client.ts';
import { refreshSets } from './refresh.ts';

interface AddProductProps {
  set: OfficeSet;
  /** Opens a product of the set. */
  onOpen: (product_id: number) => void;
}

/** Adds a style of the catalogue to a set with all its SKUs; one that the set holds already is opened instead. */
export function AddProduct({ set, onOpen }: AddProductProps) {
  const add = useWrite({
    send: addSetProduct(set.id),
    refresh: refreshSets,
    onSaved: ({ id, name, skus_count }: SetProductDetails) =>
      toast(skus_count > 1 ? `${name} has been added with all its ${skus_count} SKUs` : `${name} has been added`, {
        action: { label: 'Edit', run: () => onOpen(id) },
      }),
  });
  return (
    <Combobox<FoundStyle>
      className="set-add"
      label="Add a product"
      placeholder="Add a product: name or SKU"
      from={limits.search_min}
      value={null}
      onChange={(style) => {
        if (!style) return;
        if (style.is_in_set) onOpen(style.id);
        else void add.write(style.id);
      }}
      search={async (search, signal) => (await findStyles({ account_id: String(set.account.id), clothing_set_id: set.id, search }, signal)).items}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={(style) => <Option style={style} />}
      foot={
        <>
          <kbd>Enter</kbd> adds it with all children
        </>
      }
    />
  );
}

/** A style of the catalogue in a list of choices. */
export function Option({ style }: { style: FoundStyle }) {
  const { name, sku, media, colours, children_count, price, is_csp, is_in_set } = style;
  return (
    <span className="line set-option">
      <GarmentTile media={media} alt="" colour={colours[0]?.hex} size={32} />
      <span className="grow">
        <span className="cut">{name}</span>
        <span className="note small set-option-about">
          <span className="code">{sku}</span> · {countText(children_count, 'SKU')}, {countText(colours.length, 'colour')}
        </span>
      </span>
      {is_csp && <Badge tone="accent">Custom</Badge>}
      {price !== null && <span className="sub num">{formatMoney(price)}</span>}
      {is_in_set && <span className="note small nowrap">In this set</span>}
    </span>
  );
}
