import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import { GarmentTile, type Media } from './garment-tile.tsx';

/** A SKU that can be chosen. */
export interface SkuOption {
  id: number;
  sku: string;
  name: string;
  attributes: Sized & { variation_colour: string | null; colour_hex: string | null };
  media: readonly Media[];
  qty_free: number;
}

/** The name of a SKU with its colour and size. */
export const skuName = ({ name, attributes }: Pick<SkuOption, 'name' | 'attributes'>): string =>
  [name, attributes.variation_colour, sizeOf(attributes)].filter(Boolean).join(', ');

/** Chooses a SKU. Each option shows the picture of the SKU, and how many items of it are free. */
export function SkuCombobox<Sku extends SkuOption>(props: Omit<ComboboxProps<Sku>, 'itemKey' | 'itemText' | 'renderItem'>) {
  return (
    <Combobox
      {...props}
      itemKey={({ id }) => id}
      itemText={(sku) => `${sku.sku}  ${skuName(sku)}`}
      renderItem={(sku) => (
        <>
          <GarmentTile media={sku.media} alt="" colour={sku.attributes.colour_hex} />
          <span className="grow cut">
            {skuName(sku)} <span className="code note">{sku.sku}</span>
          </span>
          <span className={sku.qty_free > 0 ? 'note nowrap' : 't-wrong nowrap'}>{sku.qty_free} free</span>
        </>
      )}
    />
  );
}
