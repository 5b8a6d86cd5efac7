import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { type Tab, TabWords } from './tab-links.tsx';

/** Parts of one screen, one in view at a time. */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
  children,
}: {
  tabs: readonly Tab[];
  value: string;
  onChange: (key: string) => void;
  label: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root value={value} onValueChange={onChange} activationMode="automatic">
      <Radix.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.key} value={tab.key} className="tab">
            <TabWords tab={tab} />
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

/** The content of one tab. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className={className}>
      {children}
    </Radix.Content>
  );
}
