import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';

/** Whose sites a screen is about: the client's own, or in the office those of the account in the address. */
export function useSiteScreens() {
  const { accountId } = useParams();
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  const list = accountId === undefined ? '/sites' : `/admin/accounts/${accountId}/sites`;
  return {
    accountId,
    /** The account's name, in the office. */
    accountName: account.data?.name,
    /** The address of the account’s screen, in the office. */
    accountHref: accountId === undefined ? undefined : `/admin/accounts/${accountId}/edit`,
    list,
    create: `${list}/create`,
    /** The address of the list of a site’s people. */
    people: (id: number): string => `${accountId === undefined ? '' : `/admin/accounts/${accountId}`}/employees#site_id=${id}`,
    edit: (id: number): string => `${list}/${id}/edit`,
  };
}
