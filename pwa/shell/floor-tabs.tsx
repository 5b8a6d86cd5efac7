import { Suspense } from 'react';
import { TabLinks } from '../ui/tab-links.tsx';
import { partOf } from './part.tsx';

/** The tabs with their counts, from this tablet's own store. */
export const countedTabs = partOf(() => import('../offline/counted-tabs.tsx'));

export interface FloorTabsProps {
  tabs: readonly { to: string; label: string }[];
  current: string;
}

/** The screens of the floor as tabs; open items are counted as soon as this tablet's own store is open. */
export function FloorTabs({ tabs, current }: FloorTabsProps) {
  const plain = tabs.map(({ to, label }) => ({ to, label, key: to }));
  return (
    <Suspense fallback={<TabLinks tabs={plain} current={current} label="Floor" />}>
      <countedTabs.Part tabs={plain} current={current} />
    </Suspense>
  );
}
