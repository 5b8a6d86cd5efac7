import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matchSizes, offeredColours } from '../../shared/substitution/match-sizes.ts';
import { countText } from '../ui/count-text.ts';
import { Swatch } from '../ui/swatch.tsx';
import { readStyle, type Sku } from './client.ts';
import { StyleChoice } from './style-choice.tsx';

interface FillSizesProps {
  /** The style that is replaced. */
  parent: Sku;
  /** The SKUs of the style that lines wait for. */
  used: readonly Sku[];
  /** Chooses the replacement of each SKU, by the id of the SKU. */
  onFill: (matches: ReadonlyMap<number, Sku>) => void;
}

/** Chooses the replacement of all sizes at once: another colour of the same style first, or a colour of another style. */
export function FillSizes({ parent, used, onFill }: FillSizesProps) {
  const [other, setOther] = useState<Sku | null>(null);
  return (
    <div className="in-card flow substitution-fill">
      <Colours style={parent} used={used} label="Same style, other colour" onFill={onFill} />
      <StyleChoice label="Another style, all sizes" value={other} onChange={setOther} />
      {other && <Colours style={other} used={used} label={`Colour of ${other.name}`} onFill={onFill} />}
    </div>
  );
}

/** The colours of a style, each with how many of the sizes in use it has and how many items of them are free. */
function Colours({ style, used, label, onFill }: { style: Sku; used: readonly Sku[]; label: string; onFill: FillSizesProps['onFill'] }) {
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const { data } = useQuery({
    queryKey: ['substitution', 'style', style.id],
    queryFn: ({ signal }) => readStyle(style.id, signal),
  });
  if (!data) return null;
  const colours = offeredColours(used, data).filter(({ sizes }) => sizes > 0);
  return (
    <fieldset className="substitution-colours" aria-label={label}>
      <legend className="label">{label}</legend>
      {colours.length === 0 && <p className="note">No colour has one of these sizes.</p>}
      {colours.map(({ colour, sizes }) => {
        const matches = matchSizes(used, data, colour);
        const free = [...matches.values()].reduce((sum, { qty_free }) => sum + Math.max(0, qty_free), 0);
        const [first] = matches.values();
        return (
          <button
            key={colour}
            type="button"
            className="chip"
            aria-pressed={chosen === colour}
            onClick={() => {
              setChosen(colour);
              onFill(matches);
            }}
          >
            <Swatch colour={first?.attributes.colour_hex ?? null} /> {colour ?? 'One colour'}{' '}
            <span className="note">
              {sizes === used.length ? countText(sizes, 'size') : `${sizes} of ${countText(used.length, 'size')}`}, {free} free
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
