import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';
import { useSession } from '../session/use-session.ts';
import { AS_LEFT, lastView } from '../ui/list-memory.ts';

/** The queries that are out of date after a change of a person; an account shows how many people it has. */
export const afterPersonChange = [['employees'], ['person'], ['accounts'], ['users']] as const;

/** Whose people a screen is about: the client's own, or in the office those of the account in the address. */
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
    /** The account in the address, in the office. */
    accountId,
    /** The id of the company whose people they are. */
    companyId: accountId === undefined ? (who.account?.id ?? 0) : Number(accountId),
    companyName: accountId === undefined ? who.account?.name : account.data?.name,
    list,
    create: `${list}/create`,
    edit: (id: number): string => `${list}/${id}/edit`,
    /** What a person holds, may order and has open. */
    wearer: (id: number): string => `${list}/${id}`,
    order,
    return: back,
    /** Goes back to the list as it was left. */
    leave: () => void navigate(lastView(list), { state: AS_LEFT }),
    /** Goes where the specification leads after saving: to the same list, whose address in the office is that of the account. */
    leaveSaved: () => {
      const view = lastView(list);
      void navigate(accountId === undefined ? view : `/accounts/${accountId}${view.slice(list.length)}`, { state: AS_LEFT });
    },
  };
}
export type PeopleScreens = ReturnType<typeof usePeopleScreens>;
