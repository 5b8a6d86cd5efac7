import type { Role } from '../../shared/roles.ts';
import { maySee, routes } from '../routes.tsx';
import type { Hit } from './hit.ts';

/** The screens that a person can open without choosing a record: those of the menu first, then those to which only other screens lead. */
export function pageHits(role: Role): Hit[] {
  const rows = routes.filter((row) => row.layout !== 'bare' && !row.path.includes(':') && !row.needs_query && maySee(row, role));
  const isInMenu = ({ nav }: (typeof rows)[number]): boolean => nav !== undefined && (nav.for?.includes(role) ?? true);
  return [...rows.filter(isInMenu), ...rows.filter((row) => !isInMenu(row))].map(({ path, title, nav }) => ({
    key: path,
    icon: 'next',
    name: nav?.label ?? title,
    ...(nav && { note: nav.section }),
    to: path,
  }));
}
