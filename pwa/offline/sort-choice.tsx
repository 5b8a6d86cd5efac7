import { Segments } from '../ui/segments.tsx';
import { useStore } from '../ui/store.ts';
import { chooseFloorSort, floorSort } from './floor-sort.ts';

const choices = [
  { value: 'submitted', label: 'Oldest' },
  { value: 'required', label: 'Required by' },
] as const;

/** Chooses what is on top of the floor's lists: the order that waits longest, or the one that is needed first. */
export const SortChoice = () => (
  <Segments
    label="Sort orders"
    segments={choices}
    value={useStore(floorSort)}
    onChange={(value) => chooseFloorSort(value === 'required' ? 'required' : 'submitted')}
  />
);
