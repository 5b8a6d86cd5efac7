import { cheaperSizes } from '../../shared/catalogue/sku-prices.ts';
import { Banner } from '../ui/banner.tsx';
import type { Variation } from './client.ts';

/** Says which sizes of a style cost less than a smaller size in the same colour; renders nothing if none does. */
export function CheaperSizes({ variations }: { variations: readonly Variation[] }) {
  const sizes = cheaperSizes(variations.map(({ attributes, price }) => ({ ...attributes, price })));
  if (sizes.length === 0) return null;
  return (
    <Banner tone="warn" live={false}>
      <p>
        {sizes.join(', ')} {sizes.length === 1 ? 'costs' : 'cost'} less than a smaller size of the same colour.
      </p>
    </Banner>
  );
}
