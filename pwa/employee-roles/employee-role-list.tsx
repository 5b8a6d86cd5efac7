import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { EmployeeRole } from '../../shared/employee-roles/employee-role.ts';
import { type RoleFlag, roleFlags } from '../../shared/employee-roles/role-flags.ts';
import { limits } from '../../shared/limits.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { readAccount } from '../api/accounts.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { Icon } from '../ui/icon.tsx';
import { letterOf } from '../ui/letter-of.ts';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readEmployeeRoles } from './client.ts';
import { EmployeeRoleDialog } from './employee-role-dialog.tsx';
import './employee-roles.css';
import { flagLabels } from './flag-labels.ts';

/** The list's current address, with `role` open in the dialog: a stored role, a new role, or none. */
function withRole(pathname: string, hash: string, role: number | 'new' | null): string {
  const params = new URLSearchParams(hash.slice(1));
  if (role === null) params.delete('role');
  else params.set('role', String(role));
  const next = params.toString();
  return `${pathname}${next ? `#${next}` : ''}`;
}

const Star = ({ flag }: { flag: RoleFlag }) => (
  <span className="role-star" role="img" aria-label={flagLabels[flag].label} title={flagLabels[flag].label}>
    <Icon name="star" />
  </span>
);

const flagColumn = (flag: RoleFlag): Column<EmployeeRole> => ({
  key: flag,
  heading: flagLabels[flag].short,
  width: 80,
  cell: ({ flags }) => flags.includes(flag) && <Star flag={flag} />,
});
const yesOrNo = (value: boolean) => (value ? 'Yes' : <span className="note">No</span>);
const budgetValue = ({ is_budgeted, budget_value }: EmployeeRole) =>
  is_budgeted && (budget_value === null ? <span className="note">No limit</span> : formatMoney(budget_value));

/** The employee roles of a client company by name; a press on a row opens the role in a dialog. The address contains the open role. */
export default function EmployeeRoleList() {
  const { accountId = '' } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const list = useListState({ orderBy: 'name', per_page: limits.employee_roles_page });
  const account = useQuery({ queryKey: ['accounts', 'one', accountId], queryFn: ({ signal }) => readAccount(accountId, signal) });
  const open = (role: number | 'new' | null): string => withRole(pathname, hash, role);
  const opened = new URLSearchParams(hash.slice(1)).get('role');
  const name = (one: EmployeeRole) => (
    <Link className="strong cut" to={open(one.id)}>
      {one.name}
    </Link>
  );
  return (
    <Page
      title={account.data?.name ?? 'Employee roles'}
      name={account.data ? `Employee roles · ${account.data.name}` : undefined}
      sub={account.data && <span className="code">{account.data.reference}</span>}
      back={`/admin/accounts/${accountId}/edit`}
      strip={<AccountTabs id={accountId} current="employee-roles" />}
      fill
      primary={<CreateLink to={open('new')}>New Role</CreateLink>}
    >
      <DataTable
        noun={['employee role', 'employee roles']}
        list={list}
        exports={{ path: `/admin/accounts/${accountId}/employee-roles/export` }}
        queryKey={['employee-roles', 'list', accountId]}
        load={readEmployeeRoles(accountId)}
        searchPlaceholder="Name, budget code or reference"
        group={list.orderBy === 'name' ? (one) => letterOf(one.name) : undefined}
        columns={[
          { key: 'name', heading: 'Name', minWidth: 160, orderBy: 'name', cell: name, title: (one) => one.name },
          ...roleFlags.map(flagColumn),
          { key: 'is_budgeted', heading: 'Budgeted?', width: 88, cell: (one) => yesOrNo(one.is_budgeted) },
          { key: 'is_budget_forceable', heading: 'Forceable?', width: 92, cell: (one) => one.is_budgeted && yesOrNo(one.is_budget_forceable) },
          { key: 'budget_forced_alert_email', heading: 'Alert Email', onCard: true, minWidth: 168, wide: true },
          {
            key: 'budget_code',
            heading: 'Budget Code',
            width: 108,
            wide: true,
            orderBy: 'budget_code',
            cell: (one) => <span className="code">{one.budget_code}</span>,
            title: (one) => one.budget_code ?? '',
          },
          { key: 'budget_value', heading: 'Budget Value', width: 132, align: 'num', orderBy: 'budget_value', firstOrder: 'desc', cell: budgetValue },
          {
            key: 'budget_duration',
            heading: 'For',
            onCard: true,
            width: 88,
            wide: 'first',
            cell: ({ budget_duration: months }) => months !== null && countText(months, 'month'),
          },
          {
            key: 'people_count',
            heading: 'People',
            width: 72,
            align: 'num',
            wide: true,
            cell: ({ id, name, people_count }) =>
              people_count > 0 ? (
                <Link
                  to={`/admin/accounts/${accountId}/employees#employee_role_id=${id}`}
                  aria-label={`${countText(people_count, 'person', 'people')} with the role ${name}`}
                >
                  {formatCount(people_count)}
                </Link>
              ) : (
                0
              ),
          },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(one) => `employee role ${one.name}`}
        rowHref={({ id }) => open(id)}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push code note">{one.budget_code}</span>
            </div>
            {one.flags.length > 0 && (
              <div className="line sub role-flags">
                {one.flags.map((flag) => (
                  <span key={flag} className="line">
                    <Icon name="star" className="role-star" /> {flagLabels[flag].label}
                  </span>
                ))}
              </div>
            )}
            <div className="line sub text-md">
              <span className="cut grow">
                {!one.is_budgeted ? 'No budget' : one.budget_value === null ? 'Budget without a limit' : `Budget ${formatMoney(one.budget_value)}`}
                {one.is_budget_forceable && ', forceable'}
              </span>
              <span className="nowrap">{countText(one.people_count, 'person', 'people')}</span>
            </div>
          </>
        )}
        empty="No Employee Roles Found"
        emptyHint={<p>A role carries a budget, and can be given to people of this account.</p>}
      />
      {opened && (
        <EmployeeRoleDialog key={opened} accountId={accountId} roleId={opened} onClose={() => void navigate(open(null), { replace: true })} />
      )}
    </Page>
  );
}
