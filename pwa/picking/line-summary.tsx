import type { LineView } from '../offline/views.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Swatch } from '../ui/swatch.tsx';

/** The details by which a picker recognises a line: picture, bin, size, name, colour, wearer. */
export function LineSummary({ line, elsewhere = null }: { line: LineView; elsewhere?: string | null }) {
  const { product, wearer } = line;
  return (
    <>
      <GarmentTile media={product?.picture_url ? [{ url: product.picture_url }] : null} colour={product?.colour_hex} alt="" size={56} />
      <div className="grow">
        <p>
          <BinPlate bin={product?.bin} /> <strong className="line-size">{line.size}</strong> {line.product_name}
        </p>
        <p className="sub pick-about">
          {product?.variation_colour && (
            <>
              <Swatch colour={product.colour_hex} /> {product.variation_colour}
            </>
          )}
          {product?.variation_colour && wearer && ' · '}
          {wearer?.name}
        </p>
        {elsewhere && <p className="pick-elsewhere">{elsewhere}</p>}
      </div>
    </>
  );
}
