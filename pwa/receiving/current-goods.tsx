import { Button } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import { type GoodsLine, placeNow } from './receipt-screen.ts';
import { Places, WhereItGoes } from './where-it-goes.tsx';

interface CurrentGoodsProps {
  line: GoodsLine;
  /** The place that the person chose; null shows the place of the item that was counted last. */
  place: string | null;
  /** True while a sheet covers this view. */
  isCovered: boolean;
  onPlace: (key: string) => void;
  onCount: (qty: number) => void;
  onAside: () => void;
  onPrint: (what: 'bag' | 'bin') => void;
}

/** The item in somebody's hand: where it goes, what it is, and how many are counted. */
export function CurrentGoods({ line, place: chosen, isCovered, onPlace, onCount, onAside, onPrint }: CurrentGoodsProps) {
  const place = line.places.find(({ key }) => key === chosen) ?? placeNow(line.places);
  const open = line.expected - line.qty;
  const section = useTapGuard<HTMLElement>(`${line.key} ${open <= 0} ${isCovered}`);
  return (
    <section className="current goods" aria-label="The item in view" ref={section}>
      {place && (
        <WhereItGoes
          line={line}
          place={place}
          isNext={line.qty === 0}
          label={
            <button type="button" className="link" onClick={() => onPrint(place.order_line_id === null ? 'bin' : 'bag')}>
              {place.order_line_id === null ? 'Print the bin label' : 'Print the bag label'}
            </button>
          }
        />
      )}
      <div className="goods-what">
        <GarmentTile media={line.picture_url ? [{ url: line.picture_url }] : null} colour={line.colour_hex} alt="" size="fill" />
        <div className="min-w-0">
          <p className="sized">{line.size}</p>
          <h2 className="goods-name" title={line.name}>
            {line.name}
          </h2>
          <p className="line colour">
            {line.colour && (
              <>
                <Swatch colour={line.colour_hex} large /> <strong>{line.colour}</strong>
              </>
            )}
          </p>
          <p className="note code">{line.sku}</p>
        </div>
        <div className="goods-count">
          <QtyStepper
            size="xl"
            value={line.qty}
            of={line.expected}
            onChange={onCount}
            label={`Counted of ${line.expected}, ${line.sku}`}
            scanThrough
          />
          <p className="sub">
            {open > 0 ? `${open} still to come on ${line.our_reference}` : open < 0 ? `${-open} more than ordered` : `All of ${line.our_reference}`}
          </p>
        </div>
      </div>
      {line.places.length > 1 && <Places line={line} chosen={place?.key ?? null} onChoose={onPlace} />}
      <div className="acts">
        <Button size="lg" onClick={onAside}>
          Damaged or wrong
        </Button>
        <Button size="lg" look="primary" disabled={open <= 0} onClick={() => onCount(line.expected)}>
          {open > 0 ? `ALL ${line.expected}` : 'All counted'}
        </Button>
      </div>
    </section>
  );
}
