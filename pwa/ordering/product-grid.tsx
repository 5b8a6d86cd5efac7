import { type MouseEvent, memo } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatPrices } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Store, useStore } from '../ui/store.ts';
import { Swatch } from '../ui/swatch.tsx';
import type { Line, Style } from './client.ts';
import { unsaved, without } from './coming-lines.ts';
import { isSameLimit, type StyleLimit } from './judge-product.ts';
import { isSameQuickLine, type QuickLine } from './quick-line.ts';
import { firstColour, isOfStyle, opensWith, pricesOf, sizesIn } from './style.ts';
import type { ComingLine } from './use-add-line.ts';

interface ProductGridProps {
  styles: readonly Style[];
  /** The lines that are already ordered for this wearer. */
  lines: readonly Line[];
  /** Lines that are being added to the order. */
  coming: Store<readonly ComingLine[]>;
  wearer: number | undefined;
  /** The sizes that this wearer last kept, by style. */
  onFile: ReadonlyMap<number, SizeOnFile>;
  /** Opens the panel that adds a line or, if `line` is passed, changes that line. */
  onChoose: (style: Style, line?: Line) => void;
  /** What one tap adds of a style; null if something has to be chosen. */
  quickLineOf: (style: Style) => QuickLine | null;
  /** What the wearer's allowances say about adding so many items of a style. */
  limitOf: (style: Style, quantity: number) => StyleLimit | null;
  onAdd: (style: Style, line: QuickLine) => void;
  prices: boolean;
}

/** The products that a wearer may have, as cards. */
export function ProductGrid({ styles, lines, coming, wearer, onFile, onChoose, quickLineOf, limitOf, onAdd, prices }: ProductGridProps) {
  const onTheWay = useStore(coming).filter(({ employee_id }) => employee_id === wearer);
  return (
    <ul className="product-grid">
      {styles.map((style) => {
        const quick = quickLineOf(style);
        const limit = limitOf(style, quick?.quantity ?? 1);
        return (
          <ProductCard
            key={style.id}
            style={style}
            limit={limit}
            lines={lines.filter((line) => isOfStyle(line, style))}
            coming={onTheWay.filter(({ style_id }) => style_id === style.id)}
            all={coming}
            onFile={onFile.get(style.id)}
            onChoose={onChoose}
            // What an allowance refuses is not added with one tap: the panel says what is possible.
            quick={limit?.outcome === 'refused' ? null : quick}
            onAdd={onAdd}
            prices={prices}
          />
        );
      })}
    </ul>
  );
}

const MAX_SWATCHES = 4;

interface ProductCardProps {
  style: Style;
  lines: readonly Line[];
  coming: readonly ComingLine[];
  /** The store of all cards' coming lines, from which lines are discarded. */
  all: Store<readonly ComingLine[]>;
  onFile: SizeOnFile | undefined;
  onChoose: (style: Style, line?: Line) => void;
  quick: QuickLine | null;
  limit: StyleLimit | null;
  onAdd: (style: Style, line: QuickLine) => void;
  prices: boolean;
}

const isSame = <Row,>(one: readonly Row[], other: readonly Row[]): boolean => one.length === other.length && one.every((row, n) => row === other[n]);

/** A card is rendered again only when its own data has changed, so that a tap on one of fifty cards renders one. */
const ProductCard = memo(
  DrawnCard,
  (one, other) =>
    one.style === other.style &&
    one.onFile === other.onFile &&
    one.prices === other.prices &&
    one.onChoose === other.onChoose &&
    one.onAdd === other.onAdd &&
    isSameQuickLine(one.quick, other.quick) &&
    isSameLimit(one.limit, other.limit) &&
    isSame(one.lines, other.lines) &&
    isSame(one.coming, other.coming),
);

function DrawnCard({ style, lines, coming, all, onFile, onChoose, quick, limit, onAdd, prices }: ProductCardProps) {
  const { colours } = style;
  const [only] = lines;
  const size = onFile && sizeOf(onFile);
  const unsavedLines = unsaved(coming);
  const chooseText = limit?.isNoneLeft ? 'None left' : 'Choose Size';
  // The picture has the colour with which the product opens, because the style's own picture may show a colour that this wearer cannot have.
  const [first] = sizesIn(style, firstColour(style, onFile));
  const pictures = [only?.is_size_selected || only?.variation_colour ? only.product.media : null, first?.media, style.media].find(
    (media) => media?.length,
  );
  return (
    <li className="card product-card">
      <button type="button" className="product-picture" onClick={() => onChoose(style)} aria-label={`Look at ${style.name}`}>
        <GarmentTile media={pictures} alt="" colour={colours[0]?.hex} size="fill" />
        {(only || coming.length > 0) && (
          <span className="product-badges">
            {lines.slice(0, 3).map((line) => (
              <LineBadge
                key={line.id}
                isSized={line.is_size_selected}
                size={line.is_size_selected ? sizeOf(line.product.attributes) : null}
                quantity={line.qty_requested}
              />
            ))}
            {lines.length > 3 && <Badge tone="done">+{lines.length - 3}</Badge>}
            {coming.map(({ key, again, is_size_selected, size: sizeName, quantity }) => (
              <LineBadge key={key} isSized={is_size_selected} size={sizeName} quantity={quantity} isUnsaved={again !== null} />
            ))}
          </span>
        )}
      </button>
      <div className="product-about">
        <p className="strong product-name" title={style.name}>
          {style.name}
        </p>
        <p className="line text-md">
          {prices && <span>{formatPrices(pricesOf(style, { size: only ? undefined : opensWith(style, onFile), lines }))}</span>}
          <span className="line push product-colours">
            {colours.slice(0, MAX_SWATCHES).map((colour) => (
              <Swatch key={colour.name} colour={colour.hex} label={colour.name} />
            ))}
            {colours.length > MAX_SWATCHES && <span className="note small">+{colours.length - MAX_SWATCHES}</span>}
          </span>
        </p>
        {size && !only && <p className="note text-md cut">Size on file: {size}</p>}
        {limit && (
          <p className={`line product-limit text-md ${limit.outcome === 'within' ? 'note' : 't-warn'}`}>
            <span className="cut" title={limit.name}>
              {limit.name}
            </span>
            <span className="nowrap">: {limit.left}</span>
          </p>
        )}
      </div>
      {/* The button is the same element before and after a product is chosen, so that the focus can return to it from the panel. */}
      <div className="line product-chosen">
        {only && lines.length === 1 && (
          <Button className="grow" onClick={() => onChoose(style, only)} aria-label={`Change ${style.name}`}>
            Change
          </Button>
        )}
        {quick && !only ? (
          // While the product is being added, another tap adds nothing.
          <Button
            className="grow"
            onClick={() => coming.length === 0 && onAdd(style, quick)}
            aria-label={`${addText(quick, limit)} ${style.name}${quick.size ? `, ${quick.size}` : ''}`}
          >
            {addText(quick, limit)}
          </Button>
        ) : (
          <Button
            icon={only ? 'plus' : undefined}
            iconOnly={lines.length === 1}
            className={lines.length === 1 ? undefined : 'grow'}
            onClick={() => onChoose(style)}
            aria-label={only ? `Add another ${style.name}` : `${chooseText}, ${style.name}`}
            title={only && `Add another ${style.name}`}
          >
            {only ? (lines.length === 1 ? null : 'Add another') : chooseText}
          </Button>
        )}
      </div>
      {unsavedLines.length > 0 && <Unsaved style={style} unsavedLines={unsavedLines} all={all} />}
    </li>
  );
}

/** "Add 2", or "Add" for one; "Ask for more" if the order then becomes a request. */
const addText = ({ quantity }: QuickLine, limit: StyleLimit | null): string =>
  limit?.outcome === 'asks' ? 'Ask for more' : quantity === 1 ? 'Add' : `Add ${quantity}`;

/** The lines of a card that could not be sent, with buttons to try again or to discard them. */
function Unsaved({ style, unsavedLines, all }: { style: Style; unsavedLines: readonly ComingLine[]; all: Store<readonly ComingLine[]> }) {
  const tryAgain = (): void => {
    for (const { again } of unsavedLines) again?.();
  };
  const letGo = (): void =>
    all.set(
      without(
        all.get(),
        unsavedLines.map(({ key }) => key),
      ),
    );
  /** An unsaved line's buttons disappear with the line, so the focus moves to a button that stays. */
  const returnFocusAfter =
    (act: () => void) =>
    ({ currentTarget }: MouseEvent<HTMLElement>): void => {
      currentTarget.closest('.product-card')?.querySelector<HTMLElement>('.product-chosen > :last-child')?.focus({ preventScroll: true });
      act();
    };
  return (
    <div className="line product-unsaved">
      <Button icon="retry" className="grow" onClick={returnFocusAfter(tryAgain)} aria-label={`Try again, ${style.name}`}>
        Try again
      </Button>
      <Button className="grow" onClick={returnFocusAfter(letGo)} aria-label={`Discard ${style.name}`}>
        Discard
      </Button>
    </div>
  );
}

interface LineBadgeProps {
  isSized: boolean;
  size: string | null;
  quantity: number;
  isUnsaved?: boolean;
}

function LineBadge({ isSized, size, quantity, isUnsaved = false }: LineBadgeProps) {
  if (isUnsaved)
    return (
      <Badge tone="wrong" icon="alert">
        {isSized ? (size ?? '') : 'No size'} × {quantity} not saved
      </Badge>
    );
  if (!isSized) return <Badge tone="warn">No size × {quantity}</Badge>;
  return (
    <Badge tone="done" icon="check">
      {size ? `${size} × ` : '× '}
      {quantity}
    </Badge>
  );
}

/** Placeholders of the cards while they are loading. */
export const ProductGridWaiting = () => (
  <div className="product-grid" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <div className="card product-card" key={card}>
        <span className="tile l skel" />
        <span className="product-about flow">
          <Skeleton width="80%" />
          <Skeleton width="45%" />
        </span>
        <Skeleton width="100%" height={36} />
      </div>
    ))}
  </div>
);
