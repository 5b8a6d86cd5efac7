import { compareNames } from '../../shared/folded.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { NoticeDetails } from '../../shared/notices/notice.ts';

/** A client company that a notice is for; without sites it is for all of them. */
export interface Assignee {
  id: number;
  name: string;
  reference: string;
  is_archived: boolean;
  sites: readonly { id: number; name: string }[];
}

/** Those whom a stored notice is for. */
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

/** The same list with an account added, or removed where it is chosen. */
export const toggleAccount = (all: readonly Assignee[], account: Omit<Assignee, 'sites'>): Assignee[] =>
  all.some(({ id }) => id === account.id)
    ? all.filter(({ id }) => id !== account.id)
    : [...all, { ...account, sites: [] }].sort((one, other) => compareNames(one.name, other.name));

/** The same list with a site of an account added, or removed where it is chosen; its account is added with it. */
export function toggleSite(all: readonly Assignee[], account: Omit<Assignee, 'sites'>, site: { id: number; name: string }): Assignee[] {
  const withAccount = all.some(({ id }) => id === account.id) ? all : toggleAccount(all, account);
  return withAccount.map((one) => {
    if (one.id !== account.id) return one;
    const others = one.sites.filter(({ id }) => id !== site.id);
    return { ...one, sites: others.length < one.sites.length ? others : [...others, site] };
  });
}
