import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import type { Wearer } from './client.ts';
import { wearerState } from './order-words.ts';

interface WearerRailProps {
  wearers: readonly Wearer[];
  /** The id of the selected wearer; `null` means all wearers. Only with `all` can a person choose all wearers. */
  selected: number | null;
  onSelect: (id: number | null) => void;
  all?: boolean;
  onAdd?: () => void;
}

/** The wearers of an order side by side, each green if all their sizes are chosen, otherwise amber with the number of missing sizes. */
export function WearerRail({ wearers, selected, onSelect, all, onAdd }: WearerRailProps) {
  const rail = useRef<HTMLFieldSetElement>(null);
  // The selected wearer is scrolled fully into view, because the rail may have many wearers. The choice of all wearers is at the rail's start.
  useEffect(() => {
    if (selected !== null) rail.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <fieldset className="rail wearer-rail" aria-label="Employees on this order" ref={rail}>
      {onAdd && <IconButton icon="plus" look="plain" label="Add an employee" onClick={onAdd} />}
      {all && (
        <Chip selected={selected === null} onClick={() => onSelect(null)}>
          All
        </Chip>
      )}
      {wearers.map((wearer) => (
        <Chip
          key={wearer.id}
          selected={wearer.id === selected}
          state={wearerState(wearer)}
          count={wearer.lines_with_no_sizes || undefined}
          title={wearer.name}
          onClick={() => onSelect(wearer.id)}
        >
          <span className="cut wearer-name">{wearer.name}</span>
        </Chip>
      ))}
    </fieldset>
  );
}
