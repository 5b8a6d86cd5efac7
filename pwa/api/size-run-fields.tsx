import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { discontinuedWords } from '../../shared/catalogue/discontinued-words.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { firstPart } from '../../shared/catalogue/size-order.ts';
import { coloursOfRun, type SizeRunSku, sizeRows } from '../../shared/catalogue/size-run.ts';
import { amountOf } from '../../shared/money.ts';
import { orderByTerms } from '../../shared/purchasing/suggest-order.ts';
import { termsText, unmetTerm } from '../../shared/purchasing/terms-text.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { formatMoney } from '../ui/money.tsx';
import { type SizeField, SizeRun } from '../ui/size-run.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { findStyleColours, readSizeRun, type StyleColour, styleColourText } from './size-run.ts';

interface SizeRunFieldsProps {
  /** The supplier whose styles are offered first; undefined if no supplier comes first. */
  supplier_id?: number | undefined;
  /** The field of a SKU's quantity. */
  field: (product_id: number) => SizeField;
  /** Sets the quantities of SKUs. */
  onFill: (quantities: Record<number, string>) => void;
  /** A fact about a SKU that is shown under its size, such as the lines that it is on. */
  noteOf?: (product_id: number) => string | undefined;
  /** Whether quantities are judged by the supplier's packs and minimum. */
  hasTerms?: boolean;
  /** Whether the quantities are counts of the shelf. A person counts without seeing the stock; an empty size is not counted, and 0 is a count. */
  isCount?: boolean;
}

const oneSize = 'One size';
const sizeText = (sku: SizeRunSku): string => sizeOf(sku) ?? oneSize;

/** The terms that all SKUs have in common, or null if they differ or there are none. */
function commonTerms(skus: readonly SizeRunSku[]): string | null {
  const terms = new Set(skus.map(termsText));
  const [first = ''] = terms;
  return terms.size === 1 && first ? first : null;
}

/**
 * A style in one colour, and a quantity for each of its sizes in a row. An order shows the stock, the packs and the minimum below; a count does not
 * show the stock. Quantities of other colours and styles stay typed when another one is chosen.
 */
export function SizeRunFields({ supplier_id, field, onFill, noteOf, hasTerms = false, isCount = false }: SizeRunFieldsProps) {
  const [style, setStyle] = useState<StyleColour | null>(null);
  const run = useQuery({
    queryKey: ['products', 'size-run', style?.id],
    queryFn: ({ signal }) => readSizeRun(style?.id ?? 0, signal),
    enabled: style !== null,
  });
  const skus = run.data?.skus ?? [];
  const rows = style && run.data ? sizeRows(run.data, style.colour) : [];
  const first = rows[0]?.skus[0]?.id;
  // With a keyboard, the first quantity has the focus as soon as there is one.
  useEffect(() => {
    if (first === undefined || !window.matchMedia('(pointer: fine)').matches) return;
    document.querySelector<HTMLInputElement>('.size-run input:not(:disabled)')?.focus();
  }, [first]);

  const ofColour = rows.flatMap((row) => row.skus);
  const qtyOf = ({ id }: SizeRunSku): number => Number(field(id).value) || 0;
  const isUnmet = (sku: SizeRunSku): boolean => hasTerms && qtyOf(sku) > 0 && unmetTerm(sku, qtyOf(sku)) !== undefined;
  const qty = ofColour.reduce((sum, sku) => sum + qtyOf(sku), 0);
  const costs = ofColour.reduce<number | null>(
    (sum, sku) => (sum === null || sku.unit_cost_tenths === null ? null : sum + amountOf(qtyOf(sku), sku.unit_cost_tenths)),
    0,
  );
  const terms = hasTerms ? commonTerms(ofColour) : null;
  const unmet = ofColour.filter(isUnmet);
  const notesOf = (sku: SizeRunSku): string[] =>
    [
      hasTerms && !terms && termsText(sku),
      !isCount && `${formatCount(sku.qty_free)} free`,
      !isCount && sku.qty_on_order > 0 && `${formatCount(sku.qty_on_order)} coming`,
      discontinuedWords(sku.discontinued_at),
      noteOf?.(sku.id),
    ].filter((note): note is string => Boolean(note));
  const cellOf = (sku: SizeRunSku, hasLengths: boolean) => ({
    id: sku.id,
    size: sizeText(sku),
    heading: (hasLengths && firstPart(sku)) || sizeText(sku),
    notes: notesOf(sku),
    warning: isUnmet(sku) ? unmetTerm(sku, qtyOf(sku)) : undefined,
  });

  return (
    <div className="flow">
      <Combobox<StyleColour>
        label="Style and colour"
        placeholder="Name, code or colour"
        from={supplier_id === undefined ? 2 : 0}
        value={style}
        onChange={setStyle}
        search={(words, signal) => findStyleColours(words, supplier_id, signal)}
        itemKey={({ id, colour }) => `${id} ${colour}`}
        itemText={styleColourText}
        renderItem={(one) => (
          <>
            <GarmentTile media={one.media} alt="" colour={one.hex} />
            <span className="grow cut">
              {styleColourText(one)} <span className="code note">{one.sku}</span>
            </span>
          </>
        )}
        none="No such style."
      />
      {style && run.isError && <LoadFailed noun="style" error={run.error} retry={() => void run.refetch()} />}
      {style && run.isPending && <SkeletonText />}
      {style && run.data && (
        <>
          {coloursOfRun(run.data).length > 1 && (
            <fieldset className="size-run-colours chips" aria-label="Colour">
              {coloursOfRun(run.data).map(({ name, hex }) => (
                <Chip
                  key={name}
                  selected={name === style.colour}
                  count={skus.reduce((sum, sku) => sum + (sku.variation_colour === name ? qtyOf(sku) : 0), 0)}
                  onClick={() => setStyle({ ...style, colour: name, hex })}
                >
                  <Swatch colour={hex} />
                  <span className="cut">{name ?? 'No colour'}</span>
                </Chip>
              ))}
            </fieldset>
          )}
          <SizeRun
            rows={rows.map((row) => ({ name: rows.length > 1 ? row.length : null, cells: row.skus.map((sku) => cellOf(sku, rows.length > 1)) }))}
            label={styleColourText(style)}
            field={field}
            placeholder={isCount ? '–' : '0'}
            onFill={onFill}
          />
          <div className="line flex-wrap size-run-foot">
            <span>
              <strong>{countText(qty, 'item')}</strong>
              {isCount && <span className="sub"> in {countText(ofColour.filter(({ id }) => field(id).value !== '').length, 'size')}</span>}
              {!isCount && costs !== null && <span className="sub"> · {formatMoney(costs)} ex VAT</span>}
            </span>
            {terms && <span className="note">Sold in {terms.replace(/^minimum/, 'any number, minimum')}</span>}
            {unmet.length > 0 && (
              <Button
                size="sm"
                className="push"
                onClick={() => onFill(Object.fromEntries(unmet.map((sku) => [sku.id, String(orderByTerms(qtyOf(sku), sku).ordered)])))}
              >
                Round up to packs and minimum
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
