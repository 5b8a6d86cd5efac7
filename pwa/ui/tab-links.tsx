import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from './badge.tsx';
import { formatCount } from './count-text.ts';

export interface Tab {
  key: string;
  label: string;
  count?: number;
  /** Replaces the count if a number alone would not be enough: `9 of 14`. */
  note?: string;
  /** True if the counted items wait for a person. */
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

/** Sibling screens that look like tabs; if they do not fit, the current one is scrolled into view. */
export function TabLinks({ tabs, current, label }: { tabs: readonly (Tab & { to: string })[]; current: string; label: string }) {
  const nav = useRef<HTMLElement>(null);
  // A turned tablet makes the row narrower and a loaded count makes a tab wider: the current tab is then scrolled into view again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is in another place
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current]');
    if (!nav.current || !tab) return;
    const observer = new ResizeObserver(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    for (const part of [nav.current, ...nav.current.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [current]);
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
