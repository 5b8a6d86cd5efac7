import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';

/** An address as one text; a line break never divides its postcode. */
export function AddressLine({ of }: { of: Address }) {
  const lines = addressLines(of);
  const postcode = lines.pop();
  return (
    <>
      {lines.length > 0 && `${lines.join(', ')}, `}
      <span className="whitespace-nowrap">{postcode}</span>
    </>
  );
}
