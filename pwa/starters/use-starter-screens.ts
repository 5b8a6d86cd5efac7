import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';
import { useSession } from '../session/use-session.ts';

/** The company whose starters a screen shows: in the office the account in the address, otherwise the person's own company. */
export function useStarterScreens() {
  const { accountId } = useParams();
  const { who, can } = useSession();
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  const office = accountId !== undefined;
  const root = office ? `/admin/accounts/${accountId}` : '';
  return {
    accountId,
    companyId: accountId ?? String(who.account?.id ?? 0),
    companyName: office ? account.data?.name : undefined,
    list: `${root}/starters`,
    create: `${root}/employees/create`,
    person: (id: number): string => `${root}/employees/${id}`,
    edit: (id: number): string => `${root}/employees/${id}/edit`,
    reports: office ? '/admin/reports' : '/reports',
    order: (uuid: string): string => (office ? `/admin/orders/${uuid}/edit` : `/orders/${uuid}`),
    kit: (role_id: number): string => `${root}/kits/${role_id}`,
    mayEditKits: can('edit_kits'),
  };
}
export type StarterScreens = ReturnType<typeof useStarterScreens>;
