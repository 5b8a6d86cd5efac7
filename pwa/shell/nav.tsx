import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { maySee, routes } from '../routes.tsx';
import { useSession } from '../session/use-session.ts';
import { currentEntry, type NavEntry } from './current-entry.ts';
import { partOf } from './part.tsx';

const waitingCounts = partOf(() => import('../api/waiting-counts.tsx'));

const sectionOrder = ['Orders', 'Floor', 'Office'] as const;

/** The screens in the navigation that this person may see. */
export function useNav(): NavEntry[] {
  const { role } = useSession();
  return routes.flatMap((row) =>
    row.nav && maySee(row, role) && (row.nav.for?.includes(role) ?? true) ? [{ ...row.nav, to: row.path, layout: row.layout }] : [],
  );
}

/** Scrolls the navigation to the entry of the screen, which may be below the lower edge of the window. */
const showEntry = (entry: HTMLElement | null): void => entry?.scrollIntoView({ block: 'nearest' });

/** The main navigation, section by section. */
export function Nav({ onChosen }: { onChosen?: () => void }) {
  const entries = useNav();
  const current = currentEntry(entries, useLocation().pathname);
  const sections = sectionOrder.filter((name) => entries.some(({ section }) => section === name));
  return (
    <nav className="nav" aria-label="Main">
      {sections.map((section) => (
        <section key={section}>
          <h2>{section}</h2>
          {entries
            .filter((entry) => entry.section === section)
            .map((entry) => (
              <Link
                key={entry.to}
                ref={entry === current ? showEntry : undefined}
                to={entry.to}
                onClick={onChosen}
                aria-current={entry === current ? 'page' : undefined}
              >
                {entry.label}
                {(entry.to === '/orders' || entry.to === '/notices') && (
                  <Suspense>
                    <waitingCounts.Part to={entry.to} />
                  </Suspense>
                )}
              </Link>
            ))}
        </section>
      ))}
    </nav>
  );
}
