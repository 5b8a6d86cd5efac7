import type { AccountChange, AccountDetails, NewAccount } from '../../shared/accounts/account.ts';
import { accounts } from '../api/accounts.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import type { Once } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

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
/** Archives the account with this id, or restores it. */
export const setArchived =
  (id: number) =>
  async ({ archived }: { archived: boolean }, options: Once) => {
    const account: AccountDetails = archived
      ? await answer(one.$delete({ param: param(id) }, options))
      : await answer(one.restore.$post({ param: param(id) }, options));
    return { ...account, archived: account.is_archived };
  };
