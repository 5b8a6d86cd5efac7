import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from './badge.tsx';
import { formatCount } from './count-text.ts';

export interface Tab {
  key: string;
  label: string;
  count?: number;
  /** Replaces the count where a number alone would not be enough: `9 of 14`. */
  note?: string;
  /** The count waits for a person. */
  urgent?: boolean;
}

/** A tab's name and how many things are in it. */
export const TabWords = ({ tab }: { tab: Tab }) => (
  <>
    {tab.label}
    {tab.note !== undefined && <span>{tab.note}</span>}
    {tab.count !== undefined && (tab.urgent ? <Badge tone="warn">{formatCount(tab.count)}</Badge> : <span>{formatCount(tab.count)}</span>)}
  </>
);

/** Sibling screens that look like tabs; where they do not fit a phone, the current one is scrolled into view. */
export function TabLinks({ tabs, current, label }: { tabs: readonly (Tab & { to: string })[]; current: string; label: string }) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is in another place
  useEffect(() => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [current]);
  return (
    <nav ref={nav} className="tabs tab-links" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.key} to={tab.to} aria-current={tab.key === current ? 'page' : undefined}>
          <TabWords tab={tab} />
        </Link>
      ))}
    </nav>
  );
}
