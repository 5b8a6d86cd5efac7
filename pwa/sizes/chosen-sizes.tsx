import { GarmentTile } from '../ui/garment-tile.tsx';
import type { SizeChoice } from './choose-sizes.tsx';

/** Lists lines of an order, each with its chosen size. */
export const ChosenSizes = ({ label, choices }: { label: string; choices: readonly SizeChoice[] }) => (
  <ul className="card rows sizes-sent" aria-label={label}>
    {choices.map(({ id, is_earlier, product_name, quantity, colour, hex, size, media }) => (
      <li key={id}>
        <GarmentTile media={media} alt="" colour={hex} size={56} />
        <div className="grow">
          <p className="strong">{product_name}</p>
          <p className="sub">
            <strong>{size}</strong>
            {colour && ` · ${colour}`}
            {is_earlier && ' · chosen already'}
          </p>
        </div>
        <span className="note num nowrap">× {quantity}</span>
      </li>
    ))}
  </ul>
);
