import type { OfficeSet, SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { Combobox } from '../ui/combobox.tsx';
import { toast } from '../ui/toast.ts';
import { addSetProduct, type FoundStyle, findStyles } from './client.ts';
import { refreshSets } from './refresh.ts';
import { StyleOption } from './style-option.tsx';

interface AddProductProps {
  set: OfficeSet;
  /** Opens a product of the set. */
  onOpen: (product_id: number) => void;
}

/** Adds a style of the catalogue with all its SKUs to a set. If the set already holds the style, the style is opened instead. */
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
      renderItem={(style) => <StyleOption style={style} />}
      foot={
        <>
          <kbd>Enter</kbd> adds it with all children
        </>
      }
    />
  );
}
