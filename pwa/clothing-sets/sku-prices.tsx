import { type ComponentProps, useState } from 'react';
import type { SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import { groupBy } from '../../shared/group-by.ts';
import { poundsText } from '../../shared/money.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Swatch } from '../ui/swatch.tsx';

type Sku = SetProductDetails['children'][number];

/** The typed price of each SKU, by its id. */
export type SkuPriceTexts = Record<number, { price: string }>;

/** The same SKUs with empty prices, so that the price for all SKUs applies to each. */
export const withoutPrices = (prices: SkuPriceTexts): SkuPriceTexts =>
  Object.fromEntries(Object.keys(prices).map((id) => [Number(id), { price: '' }]));

interface SkuPricesProps {
  /** The SKUs that the set holds one by one. */
  skus: readonly Sku[];
  /** The text of the field for the price of all SKUs. */
  priceOfAll: string;
  isOpen: boolean;
  field: (sku: Sku) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** A price field for each single SKU in a set. If the field is empty, the price for all SKUs applies; if both are empty, the product’s own price. */
export function SkuPrices({ skus, priceOfAll, isOpen: isOpenAtFirst, field }: SkuPricesProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  if (!isOpen)
    return (
      <p>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Prices by SKU
        </Button>
      </p>
    );
  return (
    <fieldset className="flow">
      <legend className="label">Prices by SKU (£)</legend>
      {[...groupBy(skus, ({ colour }) => colour ?? '')].map(([colour, ofColour]) => (
        <fieldset key={colour} className="flow">
          {colour && (
            <legend className="line">
              <Swatch colour={ofColour[0]?.colour_hex} />
              <span className="strong">{colour}</span>
            </legend>
          )}
          <div className="set-sku-prices">
            {ofColour.map((sku) => (
              <TextField
                key={sku.id}
                label={sku.size ?? 'One size'}
                inputMode="decimal"
                placeholder={priceOfAll.trim() || poundsText(sku.price)}
                {...field(sku)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
