import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { KitEditor } from '../api/kit-editor.tsx';
import { readRoles } from './client.ts';
import { useStarterScreens } from './use-starter-screens.ts';

/** The kit of one employee role, for the office and the company's Client Managers. */
export default function KitPage() {
  const { roleId = '' } = useParams();
  const { accountId, companyId } = useStarterScreens();
  const roles = useQuery({ queryKey: ['kits', 'roles', companyId], queryFn: ({ signal }) => readRoles(companyId, signal) });
  const name = roles.data?.find(({ id }) => String(id) === roleId)?.name;
  const back = accountId === undefined ? '/starters' : `/admin/accounts/${accountId}/employee-roles`;
  return <KitEditor accountId={companyId} roleId={roleId} roleName={name} back={back} />;
}
