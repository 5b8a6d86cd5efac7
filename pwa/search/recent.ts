import { matchPath } from 'react-router';
import { routes } from '../routes.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import type { ShownPage } from '../ui/shown-page.ts';
import type { Hit } from './hit.ts';

/** How many records are remembered. */
const MAX_RECENT = 8;

/** The screens of records, with the icon that the palette shows for each kind. */
const records: readonly (readonly [path: string, icon: IconName])[] = [
  ['/admin/orders/:uuid/edit', 'file'],
  ['/admin/orders/:uuid/create', 'file'],
  ['/admin/accounts/:accountId/employees/:id', 'user'],
  ['/admin/accounts/:accountId/employees/:id/edit', 'user'],
  ['/admin/accounts/:accountId/sites/:id/edit', 'pin'],
  ['/admin/accounts/:id/edit', 'building'],
  ['/admin/products/:id/edit', 'box'],
  ['/admin/stock/:id', 'box'],
  ['/admin/suppliers/:id/edit', 'truck'],
  ['/admin/purchase-orders/:id/edit', 'box'],
  ['/admin/returns/:id/edit', 'back'],
  ['/admin/supplier-returns/:id/edit', 'back'],
];

/** A record that a person has opened: the address and the name of its screen. */
interface RecentRecord {
  path: string;
  name: string;
}

const keyOf = (user_id: number): string => `kitroom.recent.${user_id}`;
const recordOf = (path: string) => records.find(([pattern]) => matchPath(pattern, path) !== null);
const isRecord = (one: unknown): one is RecentRecord =>
  typeof one === 'object' && one !== null && 'path' in one && typeof one.path === 'string' && 'name' in one && typeof one.name === 'string';

function storedRecords(user_id: number): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecord).filter(({ path }) => recordOf(path)) : [];
  } catch {
    return [];
  }
}

/** Remembers on this device that a person has opened a record. Screens of no record, and records whose name has not loaded yet, are ignored. */
export function rememberRecord(user_id: number, { path, name }: ShownPage): void {
  const record = recordOf(path);
  const title = routes.find((row) => row.path === record?.[0])?.title;
  if (!record || name === title) return;
  const others = storedRecords(user_id).filter((one) => one.path !== path);
  try {
    localStorage.setItem(keyOf(user_id), JSON.stringify([{ path, name }, ...others].slice(0, MAX_RECENT)));
  } catch {
    // A device without storage remembers nothing.
  }
}

/** The records that a person opened last on this device, the latest first, without the one on the screen; five at most. */
export const recentHits = (user_id: number, present: string): Hit[] =>
  storedRecords(user_id)
    .filter(({ path }) => path !== present)
    .slice(0, 5)
    .map(({ path, name }) => ({ key: `recent-${path}`, icon: recordOf(path)?.[1] ?? 'file', name, to: path }));
