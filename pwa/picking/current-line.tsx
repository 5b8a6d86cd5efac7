import { memo } from 'react';
import { messages } from '../../shared/messages.ts';
import type { LineView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { GarmentMarks } from './garment-marks.tsx';
import { recordPick } from './record-pick.ts';

export interface CurrentLineProps {
  line: LineView;
  /** How many items of the line lie on other trolleys, in words. */
  elsewhere: string | null;
  /** How many items go back to the shelf, because the line does not count them. */
  toReturn: number;
  position: number;
  of: number;
  /** True if the pick is in progress and this person may record it. */
  isActive: boolean;
  /** True if other lines still have to be picked. */
  canSkip: boolean;
  onShort: () => void;
  onSkip: () => void;
}

/** The line to pick now: its bin, the garment, its wearer, and how many items are on the trolley. */
export function CurrentLine({ line, elsewhere, toReturn, position, of, isActive, canSkip, onShort, onSkip }: CurrentLineProps) {
  const record = (qty: number): void => void recordPick(line, qty).then(showRefusal);
  return (
    <section className="current" aria-label={`Line ${position} of ${of}`}>
      <Garment
        product={line.product}
        product_name={line.product_name}
        size={line.size}
        wearer={line.wearer?.name}
        decoration={line.decoration}
        notes={line.notes}
        elsewhere={elsewhere}
        back={toReturn > 0 ? `${toReturn} to put back` : null}
        short={line.code && [line.code, line.other_reason].filter(Boolean).join(': ')}
      />
      <QtyStepper
        size="xl"
        value={line.qty_picked}
        max={line.qty_allocated}
        of={line.qty_allocated}
        onChange={record}
        onOver={() => toast(messages.over_pick(line.qty_allocated), { tone: 'wrong' })}
        disabled={!isActive}
        label={`Picked of ${line.qty_allocated}`}
        scanThrough
      />
      <div className="acts pick-acts">
        <Button size="lg" disabled={!isActive || line.is_fully_picked} onClick={onShort}>
          Short
        </Button>
        <Button size="lg" disabled={!isActive || line.is_done || !canSkip} onClick={onSkip}>
          Skip
        </Button>
        <Button size="lg" look="primary" disabled={!isActive || line.is_fully_picked} onClick={() => record(line.qty_allocated)}>
          ALL {line.qty_allocated}
        </Button>
      </div>
    </section>
  );
}

/** The labels of details that are never shortened, because a picker has to read them in full. */
const toBeRead = new Set(['Notes', 'Short', 'Elsewhere', 'Not counted']);

interface GarmentProps {
  product: LineView['product'];
  product_name: string;
  size: string;
  wearer: string | undefined;
  decoration: string | null;
  notes: string | null;
  elsewhere: string | null;
  back: string | null;
  short: string | null;
}

/** The bin, the garment and its wearer: the part that a scan does not change. */
const Garment = memo(function Garment({ product, product_name, size, wearer, decoration, notes, elsewhere, back, short }: GarmentProps) {
  const facts = [
    ['Wearer', wearer],
    ['Decoration', decoration],
    ['Notes', notes],
    ['Elsewhere', elsewhere],
    ['Not counted', back],
    ['Short', short],
  ] as const;
  return (
    <div className="what">
      <GarmentMarks product={product} product_name={product_name} size={size}>
        <dl className="facts">
          {facts.map(
            ([name, value]) =>
              value && (
                <div className="contents" key={name}>
                  <dt>{name}</dt>
                  <dd title={value} data-whole={toBeRead.has(name) ? '' : undefined}>
                    {value}
                  </dd>
                </div>
              ),
          )}
        </dl>
      </GarmentMarks>
    </div>
  );
});
