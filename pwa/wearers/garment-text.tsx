import type { HeldItem } from './client.ts';

/** The name of a garment that was sent, with the size and colour below the name. */
export function GarmentText({ product }: { product: HeldItem['product'] }) {
  return (
    <>
      <p className="wearer-item">{product.name}</p>
      <p className="sub line">
        {product.size && <strong className="nowrap">{product.size}</strong>}
        <span className="cut">{product.variation_colour}</span>
      </p>
    </>
  );
}
