import { TabLinks } from '../ui/tab-links.tsx';

const tabs = [
  { key: 'starters', label: 'Starters', to: '/starters' },
  { key: 'leavers', label: 'Leavers', to: '/leavers' },
];

/** Links between the lists of the company's people who start and of those who leave. */
export const PeopleTabs = ({ current }: { current: 'starters' | 'leavers' }) => (
  <TabLinks tabs={tabs} current={current} label="Starters and leavers" />
);
