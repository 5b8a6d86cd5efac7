import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Tick } from '../ui/tick.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type ListedAccount, readAccounts } from './client.ts';

const edit = ({ id }: ListedAccount): string => `/admin/accounts/${id}/edit`;
const name = (one: ListedAccount) => (
  <span className="line">
    <Link className="strong cut" to={edit(one)}>
      {one.name}
    </Link>
    {one.is_archived && <Badge tone="line-only">Archived</Badge>}
  </span>
);

/** The client companies by name; search, order and archived ones are in the address. */
export default function AccountList() {
  const list = useListState({ orderBy: 'name', per_page: limits.accounts_page, filters: ['archived'] });
  return (
    <Page title="Accounts" fill primary={<CreateLink to="/admin/accounts/create">New Account</CreateLink>}>
      <DataTable
        noun={['account', 'accounts']}
        list={list}
        queryKey={['accounts', 'list']}
        load={readAccounts}
        searchPlaceholder="Name or reference"
        searchFrom={limits.search_min}
        tools={
          <Tick
            className="push"
            checked={list.filters.archived === 'true'}
            onChange={(event) => list.set({ archived: event.target.checked ? 'true' : '' })}
          >
            Show archived
          </Tick>
        }
        columns={[
          { key: 'name', heading: 'Account', minWidth: 200, orderBy: 'name', cell: name, title: (one) => one.name },
          { key: 'reference', heading: 'Reference', width: 128, orderBy: 'reference', cell: (one) => <span className="code">{one.reference}</span> },
          { key: 'users', heading: 'Users', width: 88, align: 'num', cell: (one) => one.counts?.users_count },
          { key: 'sites', heading: 'Sites', width: 88, align: 'num', cell: (one) => one.counts?.sites_count },
          { key: 'roles', heading: 'Employee roles', width: 128, align: 'num', cell: (one) => one.counts?.employee_roles_count },
          { key: 'sets', heading: 'Clothing sets', width: 128, align: 'num', cell: (one) => one.counts?.clothing_sets_count },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(one) => `account ${one.name}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push code note">{one.reference}</span>
            </div>
            {one.counts && (
              <p className="sub text-md">
                {[
                  countText(one.counts.users_count, 'user'),
                  countText(one.counts.sites_count, 'site'),
                  countText(one.counts.employee_roles_count, 'employee role'),
                  countText(one.counts.clothing_sets_count, 'clothing set'),
                ].join(' · ')}
              </p>
            )}
          </>
        )}
        empty="No Accounts Found"
        emptyHint={<p>An account is a client company that orders.</p>}
      />
    </Page>
  );
}
