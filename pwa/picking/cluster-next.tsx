import { memo } from 'react';
import type { Stop } from '../../shared/picking/cluster-stops.ts';
import type { LineView } from '../offline/views.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { countText } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { TotePlate } from './tote-plate.tsx';

/** The stops still to come; a tap on a stop goes there. */
export function ClusterNext({ stops, onChoose }: { stops: readonly Stop<LineView>[]; onChoose: (product_id: number) => void }) {
  const items = stops.reduce((sum, { qty, qty_in }) => sum + qty - qty_in, 0);
  return (
    <section className="card scroll pick-lines" aria-label="Next stops">
      <header>
        <h2>Next</h2>
        <span className="push note">
          {countText(stops.length, 'stop')} · {countText(items, 'item')}
        </span>
      </header>
      {stops.length === 0 && <p className="note px-(--pad) py-4">This is the last stop.</p>}
      <ul className="rows">
        {stops.map((stop) => (
          <StopRow key={stop.product_id} stop={stop} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

const StopRow = memo(
  function StopRow({ stop, onChoose }: { stop: Stop<LineView>; onChoose: (product_id: number) => void }) {
    const line = stop.turns[0]?.lines[0];
    if (!line) return null;
    const { product, product_name, size } = line;
    return (
      <li>
        <button type="button" className="pick-line stop-line" onClick={() => onChoose(stop.product_id)}>
          <GarmentTile media={product?.picture_url ? [{ url: product.picture_url }] : null} colour={product?.colour_hex} alt="" size={48} />
          <span className="grow min-w-0">
            <span className="line">
              <BinPlate bin={product?.bin} />
              <strong className="line-size">{size}</strong>
              <span className="cut">{product_name}</span>
            </span>
            <span className="sub line pick-about">
              {product?.variation_colour && (
                <>
                  <Swatch colour={product.colour_hex} />
                  <span className="cut">{product.variation_colour}</span>
                </>
              )}
            </span>
          </span>
          <span className="line plates">
            {stop.turns.map(({ position }) => (
              <TotePlate key={position} position={position} size="s" named />
            ))}
          </span>
          <span className="num pick-qty">
            <strong>{stop.qty_in}</strong>
            <span className="note"> / {stop.qty}</span>
          </span>
        </button>
      </li>
    );
  },
  (one, other) =>
    one.stop.qty === other.stop.qty &&
    one.stop.qty_in === other.stop.qty_in &&
    one.stop.turns.length === other.stop.turns.length &&
    one.stop.turns.every(
      ({ position, lines }, index) => position === other.stop.turns[index]?.position && lines[0] === other.stop.turns[index]?.lines[0],
    ),
);
