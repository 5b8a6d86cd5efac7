import { type Tab, TabLinks } from '../ui/tab-links.tsx';
import { useToDecide } from './use-to-decide.ts';

/** The tab whose count a person must not miss. */
const ATTENTION = '/attention';

/** The floor's tabs; the tab of open items shows their number. */
export default function CountedTabs({ tabs, current }: { tabs: readonly (Tab & { to: string })[]; current: string }) {
  const { items, tasks } = useToDecide();
  const count = items || tasks;
  const tabsWithCount = tabs.map((tab) => (tab.to === ATTENTION && count > 0 ? { ...tab, count, urgent: true } : tab));
  return <TabLinks tabs={tabsWithCount} current={current} label="Floor" />;
}
