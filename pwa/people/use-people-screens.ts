import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';
import { useSession } from '../session/use-session.ts';
import { AS_LEFT, lastView } from '../ui/list-memory.ts';

/** The people whom a screen is about: in the office, those of the account in the address; otherwise those of the person's own company. */
export function usePeopleScreens() {
  const { accountId } = useParams();
  const { who } = useSession();
  const navigate = useNavigate();
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  const list = accountId === undefined ? '/employees' : `/admin/accounts/${accountId}/employees`;
  const order = accountId === undefined ? (uuid: string) => `/orders/${uuid}` : (uuid: string) => `/admin/orders/${uuid}/edit`;
  const back = accountId === undefined ? (id: number) => `/returns/${id}` : (id: number) => `/admin/returns/${id}/edit`;
  return {
    /** The account in the address; undefined outside the office. */
    accountId,
    /** The id of the company to which the people of the screen belong. */
    companyId: accountId === undefined ? (who.account?.id ?? 0) : Number(accountId),
    companyName: accountId === undefined ? who.account?.name : account.data?.name,
    list,
    create: `${list}/create`,
    edit: (id: number): string => `${list}/${id}/edit`,
    /** The address of the page that shows what a person holds and may order, and which of their orders are open. */
    wearer: (id: number): string => `${list}/${id}`,
    order,
    return: back,
    /** Goes back to the last view of the list. */
    leave: () => void navigate(lastView(list), { state: AS_LEFT }),
    /** After saving, goes back to the last view of the list. In the office, the list is the one under the account's address. */
    leaveSaved: () => {
      const view = lastView(list);
      void navigate(accountId === undefined ? view : `/accounts/${accountId}${view.slice(list.length)}`, { state: AS_LEFT });
    },
  };
}
export type PeopleScreens = ReturnType<typeof usePeopleScreens>;
