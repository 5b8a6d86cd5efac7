import type { ReactNode } from 'react';
import type { LineView } from '../offline/views.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { OverflowBins } from '../ui/overflow-bins.tsx';
import { Swatch } from '../ui/swatch.tsx';

interface GarmentMarksProps extends Pick<LineView, 'product' | 'product_name' | 'size'> {
  /** What stands below the colour. */
  children?: ReactNode;
}

/** What a picker compares with the garment in hand: its picture, bin, size, name, colour and SKU. */
export function GarmentMarks({ product, product_name, size, children }: GarmentMarksProps) {
  const name = [product_name, product?.variation_colour].filter(Boolean).join(', ');
  return (
    <>
      <GarmentTile media={product?.picture_url ? [{ url: product.picture_url }] : null} colour={product?.colour_hex} alt={name} size="fill" />
      <div className="min-w-0">
        <div className="line flex-wrap gap-x-6">
          <p className="mark">
            <small>Bin</small>
            <BinPlate bin={product?.bin} xl />
            <OverflowBins bins={product?.bins} />
          </p>
          <p className="mark">
            <small>Size</small>
            <span className="sized">{size}</span>
          </p>
        </div>
        <h2 className="name" title={product_name}>
          {product_name}
        </h2>
        <p className="line colour">
          {product?.variation_colour && (
            <>
              <Swatch colour={product.colour_hex} large /> <strong>{product.variation_colour}</strong>
            </>
          )}
          <span className="code note">{product?.sku}</span>
        </p>
        {children}
      </div>
    </>
  );
}
