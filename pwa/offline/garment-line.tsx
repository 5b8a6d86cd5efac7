import type { ReactNode } from 'react';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Swatch } from '../ui/swatch.tsx';
import type { LineView } from './views.ts';
import './weigh.css';

/** A line on a bench: picture, size, name and colour, and with `withWearer` also the wearer. */
export function GarmentLine({ line, withWearer, note }: { line: LineView; withWearer?: boolean; note?: ReactNode }) {
  const { product, wearer } = line;
  return (
    <>
      <GarmentTile media={product?.picture_url ? [{ url: product.picture_url }] : null} colour={product?.colour_hex} alt="" size={48} />
      <span className="grow">
        <span className="block">
          <strong className="garment-size">{line.size}</strong> {line.product_name}
        </span>
        <span className="sub block garment-about">
          {product?.variation_colour && (
            <>
              <Swatch colour={product.colour_hex} /> {product.variation_colour}{' '}
            </>
          )}
          {withWearer && wearer && `· ${wearer.name} `}
          {note}
        </span>
      </span>
    </>
  );
}
