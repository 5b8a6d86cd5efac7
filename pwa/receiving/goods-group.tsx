import { memo } from 'react';
import { formatDate } from '../../shared/uk-time.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { LineGroup } from '../ui/line-group.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { WholeCodes } from '../ui/whole-codes.tsx';
import type { GoodsLine } from './receipt-screen.ts';

/** The details by which a person who counts recognises an item, and where the item goes. */
export function GoodsSummary({ line, about }: { line: GoodsLine; about: string }) {
  return (
    <>
      <GarmentTile media={line.picture_url ? [{ url: line.picture_url }] : null} colour={line.colour_hex} alt="" size={56} />
      <div className="grow">
        <p>
          <strong className="goods-size">{line.size}</strong> {line.name}
        </p>
        <p className="sub goods-about">
          {line.colour && (
            <>
              <Swatch colour={line.colour_hex} /> {line.colour} ·{' '}
            </>
          )}
          <WholeCodes>{about}</WholeCodes>
        </p>
      </div>
    </>
  );
}

/** Whom a line is for, in a few words: `2 for order 00150`, `6 for 3 orders`, `bin C-22-4`. */
export function whoWaits({ places, bin }: Pick<GoodsLine, 'places' | 'bin'>): string {
  const orders = places.filter(({ order_line_id }) => order_line_id !== null);
  if (orders.length === 0) return bin ? `bin ${bin}` : 'no bin yet';
  const qty = orders.reduce((sum, { of }) => sum + of, 0);
  const numbers = new Set(orders.map(({ order_number }) => order_number));
  return `${qty} for ${numbers.size === 1 ? `order ${[...numbers][0]}` : countText(numbers.size, 'order')}`;
}

interface GoodsGroupProps {
  heading: string;
  lines: readonly GoodsLine[];
  of: 'remaining' | 'counted' | 'later';
  /** The line in view. */
  current: string | null;
  /** Whether lines name their purchase order. */
  hasOrders: boolean;
  /** Must be the same function at each render, so that only changed lines are rendered again. */
  onChoose: (key: string) => void;
}

/** The lines of one state. A tap on a line brings the line into view. */
export function GoodsGroup({ heading, lines, of, current, hasOrders, onChoose }: GoodsGroupProps) {
  const items = lines.reduce((sum, { qty, expected }) => sum + (of === 'counted' ? qty : expected - qty), 0);
  return (
    <LineGroup heading={heading} lines={lines.length} items={items}>
      {lines.map((line) => (
        <GoodsRow key={line.key} line={line} of={of} isCurrent={line.key === current} hasOrder={hasOrders} onChoose={onChoose} />
      ))}
    </LineGroup>
  );
}

interface GoodsRowProps {
  line: GoodsLine;
  of: GoodsGroupProps['of'];
  isCurrent: boolean;
  hasOrder: boolean;
  onChoose: (key: string) => void;
}

const GoodsRow = memo(
  function GoodsRow({ line, of, isCurrent, hasOrder, onChoose }: GoodsRowProps) {
    const about = [hasOrder && line.our_reference, whoWaits(line)].filter(Boolean).join(' · ');
    return (
      <li aria-current={isCurrent || undefined}>
        <button type="button" className="goods-row" onClick={() => onChoose(line.key)}>
          <GoodsSummary line={line} about={about} />
          {of === 'counted' && (
            <Badge tone={line.qty > line.expected ? 'warn' : 'done'} icon={line.qty > line.expected ? 'alert' : 'check'}>
              {line.qty} / {line.expected}
            </Badge>
          )}
          {of === 'later' && <Badge>{line.due_on ? `Due ${formatDate(line.due_on)}` : 'Later'}</Badge>}
          {of === 'remaining' && (
            <span className="num goods-qty">
              <strong>{line.qty}</strong>
              <span className="note"> / {line.expected}</span>
            </span>
          )}
        </button>
      </li>
    );
  },
  (before, after) =>
    before.isCurrent === after.isCurrent && before.hasOrder === after.hasOrder && before.of === after.of && sameLine(before.line, after.line),
);

const sameLine = (one: GoodsLine, other: GoodsLine): boolean =>
  one.key === other.key &&
  one.qty === other.qty &&
  one.expected === other.expected &&
  one.due_on === other.due_on &&
  one.bin === other.bin &&
  one.picture_url === other.picture_url &&
  whoWaits(one) === whoWaits(other);
