import { readAhead, tabletLedger } from '../offline/this-tablet-stores.ts';
import { maySee, type RouteRow, routes } from '../routes.tsx';
import { roleAtWork } from '../session/at-work.ts';
import { homeOf } from '../session/home-of.ts';
import { session } from '../session/store.ts';

/** The start of a tablet. This runs before everything else in the app, so that the data of the floor's first screen is loading by then. */

const isAt = ({ path }: RouteRow, pathname: string): boolean => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`).test(pathname);

function floorRow(): RouteRow | null {
  const current = session.get();
  const role = roleAtWork(current);
  if (!role || current?.is_locked) return null;
  const pathname = location.pathname === '/' ? homeOf(role) : location.pathname;
  return routes.find((row) => row.layout === 'floor' && maySee(row, role) && isAt(row, pathname)) ?? null;
}

async function openEarly(): Promise<void> {
  readAhead();
  void tabletLedger()
    .open()
    .catch(() => undefined);
  const { openTablet } = await import('../offline/this-tablet.ts');
  await openTablet();
}

/** The screen of the floor that this page opens with; null if it opens with another screen. */
export const firstFloorRow = floorRow();
/** Resolves when this tablet's rows are loaded, or when loading them has failed. */
export const firstRows: Promise<void> = firstFloorRow ? openEarly().catch(() => undefined) : Promise.resolve();
