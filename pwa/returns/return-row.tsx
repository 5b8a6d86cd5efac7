import type { ReactNode } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import type { Return } from './client.ts';

type Line = Return['lines'][number];

/** The name of a line for places without a picture. */
export const lineName = ({ line, product }: Line): string =>
  [line.product_name, product.attributes.variation_colour, sizeOf(product.attributes)].filter(Boolean).join(', ');

/** What was returned, who wore it and why it was returned; `children` are shown at the end of the row. */
export function ReturnRow({ of, children }: { of: Line; children: ReactNode }) {
  const { line, product, reason } = of;
  const size = sizeOf(product.attributes);
  return (
    <li className="return-row">
      <GarmentTile media={product.media} alt="" colour={product.attributes.colour_hex} size={56} />
      <div className="grow">
        <p className="return-product">{line.product_name}</p>
        <p className="sub line">
          {size && <strong className="nowrap">{size}</strong>}
          <span className="cut">{product.attributes.variation_colour}</span>
        </p>
        <p className="note return-about">
          {line.employee.name} · {reason.description}
        </p>
        {line.decoration && <p className="note return-about">{line.decoration}</p>}
      </div>
      {children}
    </li>
  );
}
