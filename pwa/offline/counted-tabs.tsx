import { type Tab, TabLinks } from '../ui/tab-links.tsx';
import { useToDecide } from './use-to-decide.ts';

/** The tab whose count is highlighted, so that nobody misses it. */
const ATTENTION = '/attention';

/** The floor's tabs. The tab of open items shows how many there are. */
export default function CountedTabs({ tabs, current }: { tabs: readonly (Tab & { to: string })[]; current: string }) {
  const { items, tasks } = useToDecide();
  const count = items || tasks;
  const tabsWithCount = tabs.map((tab) => (tab.to === ATTENTION && count > 0 ? { ...tab, count, urgent: true } : tab));
  return <TabLinks tabs={tabsWithCount} current={current} label="Floor" />;
}
