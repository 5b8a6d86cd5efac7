import { hc } from 'hono/client';
import type { AccountEmployeeRoutes } from '../../server/people/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { AccountChange, AccountCopy, AccountDetails, NewAccount } from '../../shared/accounts/account.ts';
import type { Address } from '../../shared/address.ts';
import { limits } from '../../shared/limits.ts';
import { accounts } from '../api/accounts.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const sites = hc<SiteRoutes>('/api/sites', overTheWire);
const { employees } = hc<AccountEmployeeRoutes>('/api/admin/accounts', overTheWire)[':id'];
const { ':id': one } = accounts;
const param = (id: number | string) => ({ id: String(id) });

/** A page of the accounts with their counts. */
export const readAccounts = (query: ListQuery, signal: AbortSignal) =>
  answer(accounts.index.$get({ query: { ...stringQuery(query), include: 'counts,setup' } }, { init: { signal } }));
export type ListedAccount = Awaited<ReturnType<typeof readAccounts>>['items'][number];
/** Reads the set-up steps of an account: what each step contains and what is missing. */
export const readSetup = (id: string, signal: AbortSignal) => answer(one.setup.$get({ param: param(id) }, { init: { signal } }));
/** Reads the orders, requests, drafts and returns of an account that are not finished. */
export const readOpen = (id: number, signal: AbortSignal) => answer(one.open.$get({ param: param(id) }, { init: { signal } }));
/** Adds an account, or changes the stored one with this id. */
export const saveAccount = (id: number | undefined) => (json: AccountChange, options: Once) =>
  id === undefined ? answer(accounts.index.$post({ json: json as NewAccount }, options)) : answer(one.$put({ param: param(id), json }, options));
/** Adds a site with the name, the contact and the address of its account. */
export const createFirstSite = (account: SiteOwner, options: Once) => {
  const { id: account_id, name, contact_name, contact_email, contact_phone, invoice_address: delivery_address } = account;
  return answer(sites.index.$post({ json: { account_id, name, contact_name, contact_email, contact_phone, delivery_address } }, options));
};
/** An account with the address that its first site gets. */
export type SiteOwner = Pick<AccountDetails, 'id' | 'name' | 'contact_name' | 'contact_email' | 'contact_phone'> & { invoice_address: Address };
/** Reads the first people of an account who have an email address and no invitation. */
export const readUninvited = async (id: number) =>
  (await answer(employees.$get({ param: param(id), query: stringQuery({ show: 'not_invited', page: 1, per_page: limits.page_cap }) }))).items;
export type UninvitedPerson = Awaited<ReturnType<typeof readUninvited>>[number];
/** Adds an account like the one with this id. */
export const copyAccount = (id: number) => (json: AccountCopy, options: Once) => answer(one.copy.$post({ param: param(id), json }, options));
/** Archives the account with this id, or restores it. */
export const setArchived =
  (id: number) =>
  async ({ archived }: { archived: boolean }, options: Once) => {
    const account: AccountDetails = archived
      ? await answer(one.$delete({ param: param(id) }, options))
      : await answer(one.restore.$post({ param: param(id) }, options));
    return { ...account, archived: account.is_archived };
  };
