import { compareNames } from '../../shared/folded.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { NoticeDetails } from '../../shared/notices/notice.ts';

/** A client company that a notice is for. Without sites the notice is for all sites of the company. */
export interface Assignee {
  id: number;
  name: string;
  reference: string;
  is_archived: boolean;
  sites: readonly { id: number; name: string }[];
}

/** The client companies and sites that a stored notice is for. */
export function assigneesOf({ accounts = [], sites = [] }: Partial<NoticeDetails>): Assignee[] {
  const byAccount = groupBy(sites, ({ account_id }) => account_id);
  return accounts.map(({ id, name, reference, deleted_at }) => ({
    id,
    name,
    reference,
    is_archived: deleted_at !== null,
    sites: (byAccount.get(id) ?? []).map((site) => ({ id: site.id, name: site.name })),
  }));
}

/** Returns the list with this account added, or removed if it was in the list. */
export const toggleAccount = (all: readonly Assignee[], account: Omit<Assignee, 'sites'>): Assignee[] =>
  all.some(({ id }) => id === account.id)
    ? all.filter(({ id }) => id !== account.id)
    : [...all, { ...account, sites: [] }].sort((one, other) => compareNames(one.name, other.name));

/** Returns the list with this site added, or removed if it was in the list. Adds the site's account if needed. */
export function toggleSite(all: readonly Assignee[], account: Omit<Assignee, 'sites'>, site: { id: number; name: string }): Assignee[] {
  const withAccount = all.some(({ id }) => id === account.id) ? all : toggleAccount(all, account);
  return withAccount.map((one) => {
    if (one.id !== account.id) return one;
    const others = one.sites.filter(({ id }) => id !== site.id);
    return { ...one, sites: others.length < one.sites.length ? others : [...others, site] };
  });
}
