import { TabLinks } from '../ui/tab-links.tsx';

const tabs = [
  { key: 'open', label: 'To decide', to: '/admin/attention' },
  { key: 'weights', label: 'Confirmed weights', to: '/admin/attention/weights' },
];

/** Links between what the floor asks the office, and what the floor has confirmed itself. */
export const AttentionTabs = ({ current }: { current: 'open' | 'weights' }) => <TabLinks tabs={tabs} current={current} label="From the floor" />;
