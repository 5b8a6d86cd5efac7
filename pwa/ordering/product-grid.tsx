import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import type { Line, Style } from './client.ts';
import { isOfStyle } from './style.ts';

interface ProductGridProps {
  styles: readonly Style[];
  /** What is ordered for this wearer already. */
  lines: readonly Line[];
  /** What this wearer last kept, by style. */
  onFile: ReadonlyMap<number, SizeOnFile>;
  /** Chooses for a new line, or changes the one that there is. */
  onChoose: (style: Style, line?: Line) => void;
  prices: boolean;
}

/** What a wearer may have, as cards. */
export function ProductGrid({ styles, lines, onFile, onChoose, prices }: ProductGridProps) {
  if (styles.length === 0) {
    return (
      <EmptyState title="This employee has no products associated">
        <p>Their clothing sets hold nothing for this site.</p>
      </EmptyState>
    );
  }
  return (
    <ul className="product-grid">
      {styles.map((style) => (
        <ProductCard
          key={style.id}
          style={style}
          lines={lines.filter((line) => isOfStyle(line, style))}
          kept={onFile.get(style.id)}
          onChoose={onChoose}
          prices={prices}
        />
      ))}
    </ul>
  );
}

const MOST_SWATCHES = 4;

function ProductCard({
  style,
  lines,
  kept,
  onChoose,
  prices,
}: {
  style: Style;
  lines: Line[];
  kept: SizeOnFile | undefined;
  onChoose: (style: Style, line?: Line) => void;
  prices: boolean;
}) {
  const { colours } = style;
  const [only] = lines;
  const size = kept && sizeOf(kept);
  const shown = only?.product.media.length ? only.product.media : style.media.length ? style.media : (style.children[0]?.media ?? []);
  return (
    <li className="card product-card">
      <button type="button" className="product-picture" onClick={() => onChoose(style)} aria-label={`Look at ${style.name}`}>
        <GarmentTile media={shown} alt="" colour={colours[0]?.hex} size="fill" />
        {only && (
          <span className="product-badges">
            {lines.slice(0, 3).map((line) => (
              <LineBadge key={line.id} line={line} />
            ))}
            {lines.length > 3 && <Badge tone="done">+{lines.length - 3}</Badge>}
          </span>
        )}
      </button>
      <div className="product-about">
        <p className="strong cut" title={style.name}>
          {style.name}
        </p>
        <p className="line text-md">
          {prices && <span>{style.price_from === style.price_to ? formatMoney(style.price_to) : `from ${formatMoney(style.price_from)}`}</span>}
          <span className="line push product-colours">
            {colours.slice(0, MOST_SWATCHES).map((colour) => (
              <Swatch key={colour.name} colour={colour.hex} label={colour.name} />
            ))}
            {colours.length > MOST_SWATCHES && <span className="note small">+{colours.length - MOST_SWATCHES}</span>}
          </span>
        </p>
        {size && !only && <p className="note text-md cut">Size on file: {size}</p>}
      </div>
      {only ? (
        <div className="line product-chosen">
          {lines.length === 1 && (
            <Button className="grow" onClick={() => onChoose(style, only)} aria-label={`Change ${style.name}`}>
              Change
            </Button>
          )}
          <Button
            icon="plus"
            iconOnly={lines.length === 1}
            className={lines.length === 1 ? undefined : 'grow'}
            onClick={() => onChoose(style)}
            aria-label={`Add another ${style.name}`}
            title={`Add another ${style.name}`}
          >
            {lines.length === 1 ? null : 'Add another'}
          </Button>
        </div>
      ) : (
        <Button block onClick={() => onChoose(style)} aria-label={`Choose Size, ${style.name}`}>
          Choose Size
        </Button>
      )}
    </li>
  );
}

function LineBadge({ line }: { line: Line }) {
  if (!line.is_size_selected) return <Badge tone="warn">No size × {line.qty_requested}</Badge>;
  return (
    <Badge tone="done" icon="check">
      {sizeOf(line.product.attributes) ? `${sizeOf(line.product.attributes)} × ` : '× '}
      {line.qty_requested}
    </Badge>
  );
}

/** The shape of the cards while they are on their way. */
export const ProductGridWaiting = () => (
  <div className="product-grid" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <div className="card product-card" key={card}>
        <span className="tile l skel" />
        <Skeleton width="80%" />
        <Skeleton width="45%" />
      </div>
    ))}
  </div>
);
