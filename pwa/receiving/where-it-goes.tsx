import { memo, type ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import type { GoodsLine, Place } from './receipt-screen.ts';

/** The code of a tote or a bin, large enough to be read from a trolley; `bin` is null if the SKU has none yet. */
export function PlacePlate({ place, bin, huge }: { place: Place; bin: string | null; huge?: boolean }) {
  const isOrder = place.order_line_id !== null;
  const code = isOrder ? place.tote : bin;
  return (
    <span className={classNames('bin', isOrder && 'tote', huge && 'huge', !code && 'vacant')}>
      <span className="sr">{isOrder ? 'Tote ' : 'Bin '}</span>
      {code ?? (isOrder ? 'Tote?' : 'No bin')}
    </span>
  );
}

interface WhereItGoesProps {
  line: GoodsLine;
  place: Place;
  /** True if no item of the line is counted yet: then the text says where the first item will go. */
  isNext: boolean;
  label: ReactNode;
}

/** The place to which the item in somebody's hand goes, in the largest text on the screen. */
export function WhereItGoes({ line, place, isNext, label }: WhereItGoesProps) {
  const isOrder = place.order_line_id !== null;
  return (
    <div className={classNames('goes', !isOrder && 'shelf')} role="status">
      <PlacePlate place={place} bin={line.bin} huge />
      <div className="goes-words">
        {isOrder ? (
          <>
            <p className="goes-title">
              {isNext ? 'The first goes to' : 'For order'} <span className="code">{place.order_number}</span>
            </p>
            <p className="goes-who">{place.wearer}</p>
            <p className="sub goes-more">{place.tote ? label : isNext ? 'Scan the item, then a tote.' : 'Scan a tote to put it in.'}</p>
          </>
        ) : (
          <>
            <p className="goes-title">{isNext ? 'They go to the bin' : 'Bin'}</p>
            <p className="goes-who sub">{line.bin ? 'Nobody waits for it.' : 'Nobody waits for it, and it has no bin yet.'}</p>
            <p className="sub goes-more">{label}</p>
          </>
        )}
      </div>
    </div>
  );
}

interface PlacesProps {
  line: GoodsLine;
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** Where all items of a SKU go, place by place. */
export function Places({ line, chosen, onChoose }: PlacesProps) {
  const total = line.places.reduce((sum, { of }) => sum + of, 0);
  return (
    <div>
      <p className="sub goes-list-title">Where these {total} go</p>
      <ul className="rows goes-list">
        {line.places.map((place) => (
          <PlaceRow key={place.key} place={place} bin={line.bin} isChosen={place.key === chosen} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}

interface PlaceRowProps {
  place: Place;
  bin: string | null;
  isChosen: boolean;
  onChoose: (key: string) => void;
}

const samePlace = (one: Place, other: Place): boolean =>
  one.key === other.key &&
  one.qty === other.qty &&
  one.of === other.of &&
  one.order_number === other.order_number &&
  one.wearer === other.wearer &&
  one.tote === other.tote;

const PlaceRow = memo(
  function PlaceRow({ place, bin, isChosen, onChoose }: PlaceRowProps) {
    return (
      <li>
        <button type="button" aria-pressed={isChosen} onClick={() => onChoose(place.key)}>
          <PlacePlate place={place} bin={bin} />
          <span className="grow">
            {place.order_number ? (
              <>
                <strong className="code">{place.order_number}</strong> {place.wearer}
              </>
            ) : (
              'Bin'
            )}
          </span>
          {place.qty >= place.of ? (
            <Badge tone="done" icon="check">
              {place.qty} / {place.of}
            </Badge>
          ) : (
            <span className="num">
              <strong>{place.qty}</strong>
              <span className="note"> / {place.of}</span>
            </span>
          )}
        </button>
      </li>
    );
  },
  (before, after) =>
    before.bin === after.bin && before.isChosen === after.isChosen && before.onChoose === after.onChoose && samePlace(before.place, after.place),
);
