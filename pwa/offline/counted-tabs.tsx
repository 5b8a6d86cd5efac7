import type { Floor } from '../../shared/sync/floor.ts';
import { type Tab, TabLinks } from '../ui/tab-links.tsx';
import { useView } from './use-floor.ts';
import { useToDecide } from './use-to-decide.ts';

const shelvesToCount = ({ rows }: Floor): number => rows.to_count.size;

/** The floor's tabs. The tabs of open items, of shelves to count and of items to return to the shelf show how many there are. */
export default function CountedTabs({ tabs, current }: { tabs: readonly (Tab & { to: string })[]; current: string }) {
  const { items, tasks } = useToDecide();
  const shelves = useView(shelvesToCount) ?? 0;
  // Open items are highlighted, so that nobody misses them.
  const countOf: Record<string, { count: number; urgent?: true }> = {
    '/attention': { count: items || tasks, urgent: true },
    '/admin/stock/count': { count: shelves },
    '/admin/picking/shelf': { count: tasks },
  };
  const tabsWithCount = tabs.map((tab) => ({ ...tab, ...(countOf[tab.to]?.count && countOf[tab.to]) }));
  return <TabLinks tabs={tabsWithCount} current={current} label="Floor" />;
}
