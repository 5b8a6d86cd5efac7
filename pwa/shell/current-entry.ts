import type { RouteRow } from '../routes.tsx';

/** An entry of the navigation, with the addresses of its screens. */
export interface NavEntry {
  label: string;
  to: string;
  also?: string;
  section: string;
  layout: RouteRow['layout'];
}

const isBelow = (pathname: string, address: string | undefined): boolean =>
  address !== undefined && (pathname === address || pathname.startsWith(`${address}/`));

/** The entry whose address, or whose `also`, equals `pathname` or is a parent of it. If several entries match, the one with the longest address. */
export function currentEntry(entries: readonly NavEntry[], pathname: string): NavEntry | undefined {
  return entries.filter(({ to, also }) => isBelow(pathname, to) || isBelow(pathname, also)).sort((one, other) => other.to.length - one.to.length)[0];
}
