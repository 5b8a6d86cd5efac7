import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { countText } from '../ui/count-text.ts';
import { Sheet } from '../ui/sheet.tsx';
import { ALL_PICKS, DUE, filterText, type PickFilter, pickFilter, SIZES } from './pick-filter.ts';

interface PickFilterSheetProps {
  filter: PickFilter;
  /** The aisles in which the orders of the whole list lie. */
  aisles: readonly string[];
  /** How many orders pass the filter. */
  count: number;
  onClose: () => void;
}

/** Chooses which orders the picking list shows. Each choice applies at once. */
export default function PickFilterSheet({ filter, aisles, count, onClose }: PickFilterSheetProps) {
  const set = (change: Partial<PickFilter>): void => pickFilter.set({ ...filter, ...change });
  const toggleAisle = (aisle: string): void =>
    set({ aisles: aisles.filter((one) => (one === aisle ? !filter.aisles.includes(one) : filter.aisles.includes(one))) });
  return (
    <Sheet
      open
      onClose={onClose}
      title="Filter orders"
      actions={
        <>
          <Button size="lg" className="flex-1" disabled={filterText(filter) === ''} onClick={() => pickFilter.set(ALL_PICKS)}>
            All orders
          </Button>
          <Button size="lg" look="primary" className="flex-1" onClick={onClose}>
            Show {countText(count, 'order')}
          </Button>
        </>
      }
    >
      <div className="flow pick-filter">
        <fieldset>
          <legend>All items in these aisles</legend>
          {aisles.map((aisle) => (
            <Chip key={aisle} selected={filter.aisles.includes(aisle)} aria-label={`Aisle ${aisle}`} onClick={() => toggleAisle(aisle)}>
              {aisle}
            </Chip>
          ))}
        </fieldset>
        <Choice label="Required by" choices={DUE} value={filter.due} onChange={(due) => set({ due })} />
        <Choice label="Size of the order" choices={SIZES} value={filter.size} onChange={(size) => set({ size })} />
      </div>
    </Sheet>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  choices: Record<Value, { label: string }>;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** One of several choices; a second tap on the chosen one clears it. */
const Choice = <Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) => (
  <fieldset>
    <legend>{label}</legend>
    {(Object.keys(choices) as Value[]).map((one) => (
      <Chip key={one} selected={one === value} onClick={() => onChange(one === value ? null : one)}>
        {choices[one].label}
      </Chip>
    ))}
  </fieldset>
);
