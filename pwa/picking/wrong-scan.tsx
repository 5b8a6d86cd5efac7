import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { ScannedProduct } from '../../shared/scan/resolve-scan.ts';
import type { LineView } from '../offline/views.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { headingOf, type Scanned } from './wrong-words.ts';

export interface WrongScanProps {
  scanned: Scanned;
  /** The line that was in view at the scan. */
  line: LineView;
  onManualEntry: () => void;
  onBack: () => void;
}

/** Replaces the line: what was scanned, what was expected, and what to do now. The next right scan shows the line again. */
export function WrongScan({ scanned, line, onManualEntry, onBack }: WrongScanProps) {
  return (
    <section className="current wrong" role="alert">
      <div className="line wide">
        <span className="wrong-mark">
          <Icon name="x" />
        </span>
        <div>
          <h2 className="t-wrong">
            <WholeCodes>{headingOf(scanned, line)}</WholeCodes>
          </h2>
          <p>
            Not counted. Still{' '}
            <strong>
              {line.qty_picked} of {line.qty_allocated}
            </strong>
            .
          </p>
        </div>
      </div>
      {scanned.is === 'product' && (
        <div className="pair">
          <Garment caption="You scanned" tone="wrong" product={scanned.product} />
          {line.product && <Garment caption="Expected" product={line.product} />}
        </div>
      )}
      <p>
        {scanned.is === 'product' ? (
          <>
            Put the {sizeOf(scanned.product) ?? 'garment'} back in <BinPlate bin={scanned.product.bin} /> and scan again.
          </>
        ) : (
          <>
            Go to <BinPlate bin={line.product?.bin} />, then scan again.
          </>
        )}{' '}
        The next correct scan clears this message.
      </p>
      <div className="acts">
        <Button size="lg" onClick={onManualEntry}>
          Count by hand
        </Button>
        <Button size="lg" look="primary" onClick={onBack}>
          Back to the line
        </Button>
      </div>
    </section>
  );
}

function Garment({ caption, product, tone }: { caption: string; product: ScannedProduct; tone?: 'wrong' }) {
  return (
    <div className="card compared" data-tone={tone}>
      <p className="label">{caption}</p>
      <div>
        <GarmentTile
          media={product.picture_url ? [{ url: product.picture_url }] : null}
          colour={product.colour_hex}
          alt={[product.name, product.variation_colour].filter(Boolean).join(', ')}
          size="fill"
        />
        <div className="min-w-0">
          <p className="sized">{sizeOf(product)}</p>
          <p className="strong">{product.name}</p>
          {product.variation_colour && (
            <p className="line line-colour">
              <Swatch colour={product.colour_hex} /> {product.variation_colour}
            </p>
          )}
          <p>
            <BinPlate bin={product.bin} />
          </p>
          <p className="code note small">{product.sku}</p>
        </div>
      </div>
    </div>
  );
}
