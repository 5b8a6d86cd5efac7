import type { SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import { groupBy } from '../../shared/group-by.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { countText } from '../ui/count-text.ts';
import { Swatch } from '../ui/swatch.tsx';
import { Tick } from '../ui/tick.tsx';

type Sku = SetProductDetails['children'][number];

interface FieldValue<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

interface SkuChoiceProps {
  skus: readonly Sku[];
  holdsStyle: FieldValue<boolean>;
  /** The ids of the SKUs that the set holds, if it does not hold the whole style. */
  chosen: FieldValue<number[]>;
}

/** Chooses the colours and sizes of a style that a set holds: all of them, including future ones, or a selection. */
export function SkuChoice({ skus, holdsStyle, chosen }: SkuChoiceProps) {
  const ids = new Set(chosen.value);
  const byColour = groupBy(skus, ({ colour }) => colour ?? '');
  const inOrder = (wanted: ReadonlySet<number>): number[] => skus.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
  const toggle = (id: number): void => chosen.onChange(inOrder(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : ids.add(id)));
  const setColour = (ofColour: readonly Sku[], isHeld: boolean): void => {
    const others = [...ids].filter((id) => !ofColour.some((sku) => sku.id === id));
    chosen.onChange(inOrder(new Set([...others, ...(isHeld ? ofColour.map(({ id }) => id) : [])])));
  };
  return (
    <fieldset className="flow" aria-describedby={chosen.error && 'children-error'}>
      <legend className="label">Colours and sizes</legend>
      <Tick type="radio" name="holds_style" checked={holdsStyle.value} onChange={() => holdsStyle.onChange(true)}>
        All {skus.length}, also those that come later
      </Tick>
      <Tick type="radio" name="holds_style" checked={!holdsStyle.value} onChange={() => holdsStyle.onChange(false)}>
        Only these
      </Tick>
      {!holdsStyle.value && (
        <div className="set-skus">
          {[...byColour].map(([colour, ofColour]) => {
            const heldCount = ofColour.filter(({ id }) => ids.has(id)).length;
            return (
              <fieldset key={colour} className="set-sku-colour">
                <legend className="line">
                  <Swatch colour={ofColour[0]?.colour_hex} />
                  <span className="strong">{colour || 'All'}</span>
                  <span className="note">
                    {heldCount} of {countText(ofColour.length, 'size')}
                  </span>
                </legend>
                <Button
                  size="sm"
                  look="quiet"
                  className="set-sku-all"
                  aria-label={`${heldCount < ofColour.length ? 'All' : 'None'} of ${colour || 'the sizes'}`}
                  onClick={() => setColour(ofColour, heldCount < ofColour.length)}
                >
                  {heldCount < ofColour.length ? 'All' : 'None'}
                </Button>
                <div className="chips">
                  {ofColour.map((sku) => (
                    <Chip
                      key={sku.id}
                      selected={ids.has(sku.id)}
                      state={sku.is_orderable ? undefined : 'off'}
                      title={sku.is_orderable ? sku.sku : `${sku.sku}: discontinued or not published`}
                      onClick={() => toggle(sku.id)}
                    >
                      {sku.size ?? 'One size'}
                    </Chip>
                  ))}
                </div>
              </fieldset>
            );
          })}
        </div>
      )}
      {chosen.error && (
        <p className="err" id="children-error">
          {chosen.error}
        </p>
      )}
    </fieldset>
  );
}
