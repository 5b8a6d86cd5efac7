import { Combobox } from '../ui/combobox.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { findProducts, type Sku } from './client.ts';

interface StyleChoiceProps {
  label: string;
  value: Sku | null;
  onChange: (style: Sku | null) => void;
  className?: string;
  name?: string;
  required?: boolean;
}

/** Chooses a style by its SKU or name. */
export const StyleChoice = (props: StyleChoiceProps) => (
  <Combobox
    {...props}
    placeholder="SKU or name, at least 2 letters"
    search={(text, signal) => findProducts('parents', text, signal)}
    itemKey={({ id }) => id}
    itemText={({ sku, name }) => `${sku}  ${name}`}
    renderItem={(one) => (
      <>
        <GarmentTile media={one.media} alt="" colour={one.attributes.colour_hex} />
        <span className="grow cut">{one.name}</span>
        <span className="note code">{one.sku}</span>
      </>
    )}
  />
);
