import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { Alphabet } from '../ui/alphabet.tsx';
import { Badge } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { letterOf } from '../ui/letter-of.ts';
import { Page } from '../ui/page.tsx';
import { Tick } from '../ui/tick.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './accounts.css';
import { type ListedAccount, readAccounts } from './client.ts';

const edit = ({ id }: ListedAccount): string => `/admin/accounts/${id}/edit`;

/** The logo of an account, or the first letter of its name. */
const Logo = ({ account }: { account: ListedAccount }) => (
  <span className="tile" aria-hidden="true">
    {account.logo ? (
      <img src={account.logo} alt="" width={24} height={24} loading="lazy" />
    ) : (
      <span className="logo-letter">{letterOf(account.name)}</span>
    )}
  </span>
);
const name = (one: ListedAccount) => (
  <span className="line">
    <Logo account={one} />
    <Link className="strong cut" to={edit(one)}>
      {one.name}
    </Link>
    {one.is_archived && <Badge tone="line-only">Archived</Badge>}
  </span>
);

/** Makes a column of numbers. Each number is a link to another screen of its row's account. */
const counted = (heading: string, screen: string, width: number, of: (one: ListedAccount) => number | undefined): Column<ListedAccount> => ({
  key: screen,
  heading,
  width,
  align: 'num',
  cell: (one) => (
    <Link
      className={one.setup && of(one) === 0 ? 't-warn' : undefined}
      to={`/admin/accounts/${one.id}/${screen}`}
      aria-label={`${heading} of ${one.name}: ${formatCount(of(one) ?? 0)}`}
    >
      {formatCount(of(one) ?? 0)}
    </Link>
  ),
});

/** How the orders of an account are invoiced. */
function invoicedText({ skip_invoice, per_site_invoicing, is_consolidated_invoicing, consolidated_invoice_close_day }: ListedAccount): string {
  if (skip_invoice) return 'Not invoiced';
  const rhythm = is_consolidated_invoicing ? `Consolidated, day ${consolidated_invoice_close_day}` : 'Each order';
  return per_site_invoicing ? `${rhythm}, per site` : rhythm;
}

/** The number of completed set-up steps of an account that has not ordered yet. */
const Setup = ({ setup }: { setup: NonNullable<ListedAccount['setup']> }) => {
  const text = `${setup.done} of ${setup.steps} done`;
  return (
    <span className="line account-setup">
      <Bar thin label={text} parts={[{ share: setup.done / setup.steps, tone: 'now' }]} />
      <span className="strong t-warn nowrap">{text}</span>
    </span>
  );
};

/** The client companies by name. The address holds the search, the letter, the sort order and whether archived ones are listed. */
export default function AccountList() {
  const list = useListState({ orderBy: 'name', per_page: limits.accounts_page, filters: ['archived', 'letter'] });
  return (
    <Page title="Accounts" fill primary={<CreateLink to="/admin/accounts/create">Create New Account</CreateLink>}>
      <DataTable
        noun={['account', 'accounts']}
        list={list}
        exports={{ path: '/admin/accounts/export' }}
        queryKey={['accounts', 'list']}
        load={readAccounts}
        searchPlaceholder="Name or reference"
        searchFrom={limits.search_min}
        tools={
          <>
            <Alphabet value={list.filters.letter ?? ''} onChange={(letter) => list.set({ letter })} />
            <Tick
              className="push"
              checked={list.filters.archived === 'true'}
              onChange={(event) => list.set({ archived: event.target.checked ? 'true' : '' })}
            >
              Show archived
            </Tick>
          </>
        }
        group={list.orderBy === 'name' ? (one) => letterOf(one.name) : undefined}
        columns={[
          { key: 'name', heading: 'Account', minWidth: 220, orderBy: 'name', cell: name, title: (one) => one.name },
          { key: 'reference', heading: 'Reference', width: 104, orderBy: 'reference', cell: (one) => <span className="code">{one.reference}</span> },
          counted('Employees', 'employees', 96, ({ counts }) => counts?.users_count),
          counted('Sites', 'sites', 72, ({ counts }) => counts?.sites_count),
          counted('Roles', 'employee-roles', 72, ({ counts }) => counts?.employee_roles_count),
          counted('Clothing sets', 'catalogue', 112, ({ counts }) => counts?.clothing_sets_count),
          {
            key: 'open_orders',
            heading: 'Open orders',
            onCard: true,
            width: 104,
            align: 'num',
            wide: true,
            cell: ({ id, open_orders = 0 }) => (open_orders ? <Link to={`/admin/orders#account_id=${id}`}>{formatCount(open_orders)}</Link> : 0),
          },
          { key: 'invoiced', heading: 'Invoiced', onCard: true, width: 200, wide: 'first', cell: invoicedText, title: invoicedText },
          {
            key: 'setup',
            heading: 'Set-up',
            width: 160,
            wide: true,
            cell: ({ setup, is_archived }) => setup && !is_archived && <Setup setup={setup} />,
          },
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
                  countText(one.counts.users_count, 'employee'),
                  countText(one.counts.sites_count, 'site'),
                  countText(one.counts.employee_roles_count, 'employee role'),
                  countText(one.counts.clothing_sets_count, 'clothing set'),
                ].join(' · ')}
              </p>
            )}
            {one.setup && !one.is_archived && <Setup setup={one.setup} />}
          </>
        )}
        empty="No Accounts Found"
        emptyHint={<p>An account is a client company that orders.</p>}
      />
    </Page>
  );
}
