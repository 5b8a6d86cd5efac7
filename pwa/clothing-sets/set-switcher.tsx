import type { OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { findSets } from '../api/accounts.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Segments } from '../ui/segments.tsx';
import { useMedia } from '../ui/use-media.ts';

/** Up to this number the sets are buttons side by side; if there are more, a person finds one by typing its name. */
const SIDE_BY_SIDE = 5;
/** The names of the sets fit side by side if they have at most this many letters in all, plus four letters for each name. */
const ROOM = 72;

interface SetSwitcherProps {
  accountId: string;
  /** The first sets by name. */
  sets: readonly OfficeSet[];
  total: number;
  current: OfficeSet | undefined;
  onChange: (set: { id: number }) => void;
}

/** Chooses the clothing set to edit: one of a few sets that are shown side by side, or one of many sets by typing its name. */
export function SetSwitcher({ accountId, sets, total, current, onChange }: SetSwitcherProps) {
  const isWide = useMedia('(width >= 1100px)');
  const letters = sets.reduce((sum, { name }) => sum + name.length + 4, 0);
  if (isWide && total <= SIDE_BY_SIDE && letters <= ROOM)
    return (
      <Segments
        label="Clothing set"
        segments={sets.map(({ id, name, counts }) => ({ value: String(id), label: name, count: counts.products_count }))}
        value={current ? String(current.id) : ''}
        onChange={(id) => onChange({ id: Number(id) })}
      />
    );
  return (
    <Combobox
      label="Clothing set"
      className="set-choice"
      required
      placeholder="Name of the set"
      from={0}
      value={current ?? null}
      onChange={(set) => set && onChange(set)}
      search={async (text, signal) => (await findSets(accountId, text, signal)).items}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={({ name, counts }) => (
        <>
          <span className="grow cut">{name}</span>
          <span className="note">{counts.products_count}</span>
        </>
      )}
    />
  );
}
