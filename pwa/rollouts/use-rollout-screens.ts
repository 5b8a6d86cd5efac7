import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';
import { useSession } from '../session/use-session.ts';
import { rolloutsOf } from './client.ts';

/** The company whose roll-outs a screen shows, their calls and their addresses: in the office that of the address, else one’s own. */
export function useRolloutScreens() {
  const { accountId } = useParams();
  const { who, can } = useSession();
  const companyId = accountId === undefined ? (who.account?.id ?? 0) : Number(accountId);
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  const calls = useMemo(() => rolloutsOf(companyId), [companyId]);
  return {
    accountId,
    companyId,
    company: accountId === undefined ? who.account?.name : account.data?.name,
    calls,
    /** Whether the person rolls out kits; others see the people in their scope and fill in for them. */
    mayEdit: can('edit_rollouts'),
    list: accountId === undefined ? '/rollouts' : `/admin/accounts/${accountId}/rollouts`,
    order: (uuid: string): string => (accountId === undefined ? `/orders/${uuid}` : `/admin/orders/${uuid}/edit`),
  };
}
export type RolloutScreens = ReturnType<typeof useRolloutScreens>;
