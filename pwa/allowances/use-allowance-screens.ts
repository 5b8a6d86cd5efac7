import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readAccount } from '../api/accounts.ts';
import { useSession } from '../session/use-session.ts';
import { readRolesAndSets } from './client.ts';

/** The client company whose allowances are set up, and the addresses of the screens: for a client their own, in the office the account in the address. */
export function useAllowanceScreens() {
  const { accountId } = useParams();
  const { who } = useSession();
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== undefined,
  });
  const list = accountId === undefined ? '/allowances' : `/admin/accounts/${accountId}/allowances`;
  return {
    /** The id of the client company. */
    company: accountId ?? String(who.account?.id ?? ''),
    isOffice: accountId !== undefined,
    /** The name of the client company; undefined outside the office. */
    accountName: account.data?.name,
    list,
    create: `${list}/new/edit`,
    edit: (id: number): string => `${list}/${id}/edit`,
  };
}

/** The roles and clothing sets of a client company; empty lists until they have loaded. */
export const useRolesAndSets = (company: string) => {
  const { data } = useQuery({
    queryKey: ['allowances', 'offered', company],
    queryFn: ({ signal }) => readRolesAndSets(company, signal),
  });
  return { employee_roles: data?.employee_roles ?? [], clothing_sets: data?.clothing_sets ?? [], isLoaded: data !== undefined };
};
