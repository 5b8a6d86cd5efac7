import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';

/** The addresses of the screens about sites: for a client the client's own sites, in the office the sites of the account in the address. */
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
    /** The name of the sites’ account; undefined outside the office. */
    accountName: account.data?.name,
    /** The address of the account’s screen; undefined outside the office. */
    accountHref: accountId === undefined ? undefined : `/admin/accounts/${accountId}/edit`,
    list,
    create: `${list}/create`,
    /** The address of the list of a site’s people. */
    people: (id: number): string => `${accountId === undefined ? '' : `/admin/accounts/${accountId}`}/employees#site_id=${id}`,
    edit: (id: number): string => `${list}/${id}/edit`,
  };
}
