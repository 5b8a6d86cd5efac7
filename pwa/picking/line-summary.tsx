import type { LineView } from '../offline/views.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Swatch } from '../ui/swatch.tsx';

/** What identifies a line for a picker: picture, bin, size, name, colour, wearer. */
export function LineSummary({ line, elsewhere = null }: { line: LineView; elsewhere?: string | null }) {
  const { product, wearer } = line;
  return (
    <>
      <GarmentTile media={product?.picture_url ? [{ url: product.picture_url }] : null} colour={product?.colour_hex} alt="" size={56} />
      <div className="grow">
        <p className="line">
          <BinPlate bin={product?.bin} />
          <strong className="line-size">{line.size}</strong>
          <span className="cut" title={line.product_name}>
            {line.product_name}
          </span>
        </p>
        <p className="sub line pick-about">
          {product?.variation_colour && (
            <span className="line line-colour">
              <Swatch colour={product.colour_hex} /> <span className="cut">{product.variation_colour}</span>
            </span>
          )}
          <span className="cut">{[product?.variation_colour && '·', wearer?.name].filter(Boolean).join(' ')}</span>
        </p>
        {elsewhere && <p className="pick-elsewhere">{elsewhere}</p>}
      </div>
    </>
  );
}
