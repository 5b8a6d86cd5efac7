import { Segments } from '../ui/segments.tsx';
import { useStore } from '../ui/store.ts';
import { chooseFloorSort, floorSort } from './floor-sort.ts';

const choices = [
  { value: 'required', label: 'Required by' },
  { value: 'submitted', label: 'Oldest' },
] as const;

/** Chooses which orders come first in the floor's lists: orders that have waited longest, or orders that are needed first. */
export const SortChoice = () => (
  <Segments
    label="Sort orders"
    segments={choices}
    value={useStore(floorSort)}
    onChange={(value) => chooseFloorSort(value === 'required' ? 'required' : 'submitted')}
  />
);
