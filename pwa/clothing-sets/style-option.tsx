import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { FoundStyle } from './client.ts';

/** A style of the catalogue in a list of choices. */
export function StyleOption({ style }: { style: FoundStyle }) {
  const { name, sku, media, colours, children_count, price, is_csp, is_in_set } = style;
  return (
    <span className="line set-option">
      <GarmentTile media={media} alt="" colour={colours[0]?.hex} size={32} />
      <span className="grow">
        <span className="cut">{name}</span>
        <span className="note small set-option-about">
          <span className="code">{sku}</span> · {countText(children_count, 'SKU')}, {countText(colours.length, 'colour')}
        </span>
      </span>
      {is_csp && <Badge tone="accent">Custom</Badge>}
      {price !== null && <span className="sub num">{formatMoney(price)}</span>}
      {is_in_set && <span className="note small nowrap">In this set</span>}
    </span>
  );
}
