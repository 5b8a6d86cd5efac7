import { lazy, Suspense } from 'react';
import { TabLinks } from '../ui/tab-links.tsx';

const CountedTabs = lazy(() => import('../offline/counted-tabs.tsx'));

export interface FloorTabsProps {
  tabs: readonly { to: string; label: string }[];
  current: string;
}

/** The screens of the floor as tabs; what waits for a person is counted as soon as this tablet's own store is open. */
export function FloorTabs({ tabs, current }: FloorTabsProps) {
  const plain = tabs.map(({ to, label }) => ({ to, label, key: to }));
  return (
    <Suspense fallback={<TabLinks tabs={plain} current={current} label="Floor" />}>
      <CountedTabs tabs={plain} current={current} />
    </Suspense>
  );
}
