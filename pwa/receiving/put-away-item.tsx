import { Button } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { OverflowBins } from '../ui/overflow-bins.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { isSameCode } from './goods.ts';
import { remaining, type ToPutAway } from './receipt-screen.ts';

interface PutAwayItemProps {
  item: ToPutAway;
  /** The bin that was scanned for the item. Null if no bin was scanned; the item's pick bin is then shown. */
  bin: string | null;
  /** How many items go to the bin. */
  amount: number;
  /** True while a sheet covers this view. */
  isCovered: boolean;
  onAmount: (amount: number | null) => void;
  onTypeBin: () => void;
  onPlace: () => void;
}

/** The item to put away now: its bin, the garment, and how many. */
export function PutAwayItem({ item, bin, amount, isCovered, onAmount, onTypeBin, onPlace }: PutAwayItemProps) {
  const section = useTapGuard<HTMLElement>(`${item.product_id} ${remaining(item)} ${isCovered}`);
  return (
    <section className="current goods" aria-label="The item in view" ref={section}>
      <div className="goes shelf" role="status">
        <span className={`bin huge${(bin ?? item.bin) ? '' : ' vacant'}`}>
          <span className="sr">Bin </span>
          {bin ?? item.bin ?? 'No bin'}
        </span>
        <div className="goes-words">
          <p className="goes-title">Put {amount} here</p>
          <p className="sub goes-more">
            {bin ? (
              isSameCode(bin, item.bin) ? (
                'Scanned. Scan it once more, or confirm.'
              ) : item.bin ? (
                <WholeCodes>{`An overflow bin. The first is ${item.bin}.`}</WholeCodes>
              ) : (
                'An overflow bin.'
              )
            ) : item.bin ? (
              'Scan the bin label, then confirm.'
            ) : (
              'It has no bin yet: scan the one you choose.'
            )}
          </p>
          <OverflowBins bins={item.line.bins} />
        </div>
      </div>
      <div className="goods-what put-away-what">
        <GarmentTile media={item.line.picture_url ? [{ url: item.line.picture_url }] : null} colour={item.line.colour_hex} alt="" size="fill" />
        <div className="min-w-0">
          <p className="sized">{item.line.size}</p>
          <h2 className="goods-name">{item.line.name}</h2>
          <p className="line colour">
            {item.line.colour && (
              <>
                <Swatch colour={item.line.colour_hex} large /> <strong>{item.line.colour}</strong>
              </>
            )}
            <span className="note code">{item.line.sku}</span>
          </p>
        </div>
      </div>
      <QtyStepper
        key={item.product_id}
        size="xl"
        value={amount}
        min={1}
        max={remaining(item)}
        of={remaining(item)}
        onChange={onAmount}
        label={`Put away of ${remaining(item)}, ${item.line.sku}`}
        scanThrough
      />
      <div className="acts">
        <Button size="lg" onClick={onTypeBin}>
          {item.bin ? 'Bin is full' : 'Type a bin'}
        </Button>
        <Button size="lg" look="primary" disabled={!(bin ?? item.bin)} onClick={onPlace}>
          Put {amount} away
        </Button>
      </div>
    </section>
  );
}
