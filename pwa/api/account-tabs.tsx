import { useQuery } from '@tanstack/react-query';
import type { AccountCounts } from '../../shared/accounts/account.ts';
import { Badge } from '../ui/badge.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { readAccount } from './accounts.ts';

/** The screens of one account, by the last part of their address. */
const screens = [
  { key: 'edit', label: 'Overview' },
  { key: 'employees', label: 'Employees', count: 'users_count' },
  { key: 'starters', label: 'Starters' },
  { key: 'leavers', label: 'Leavers' },
  { key: 'sites', label: 'Sites', count: 'sites_count' },
  { key: 'employee-roles', label: 'Employee roles', count: 'employee_roles_count' },
  { key: 'allowances', label: 'Allowances' },
  { key: 'catalogue', label: 'Clothing sets', count: 'clothing_sets_count' },
  { key: 'rollouts', label: 'Roll-outs' },
  { key: 'replacements', label: 'Replacements' },
] as const satisfies readonly { key: string; label: string; count?: keyof AccountCounts }[];

/** Links between the screens of one account, each with the number of its records, and a badge if the account is archived. */
export function AccountTabs({ id, current }: { id: string; current: (typeof screens)[number]['key'] }) {
  const { data: account } = useQuery({ queryKey: ['accounts', 'one', id], queryFn: ({ signal }) => readAccount(id, signal) });
  const tabs = screens.map((screen) => ({
    key: screen.key,
    label: screen.label,
    to: `/admin/accounts/${id}/${screen.key}`,
    ...(account && 'count' in screen && { count: account.counts[screen.count] }),
  }));
  return (
    <div className="line account-tabs">
      <TabLinks tabs={tabs} current={current} label="Account" />
      {account?.is_archived && <Badge tone="line-only">Archived</Badge>}
    </div>
  );
}
