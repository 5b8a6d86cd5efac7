import { Link } from 'react-router';
import type { Allowance } from '../../shared/allowances/allowance.ts';
import { ruleText } from '../../shared/allowances/allowance-words.ts';
import { limits } from '../../shared/limits.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { Badge } from '../ui/badge.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { excessLabels } from './allowance-labels.ts';
import './allowances.css';
import { readAllowances } from './client.ts';
import { OwnerFilter } from './owner-filter.tsx';
import { useAllowanceScreens } from './use-allowance-screens.ts';

const stages = [
  { value: '', label: 'In force' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
];

const ownerOf = ({ employee_role, user }: Allowance): string => employee_role?.name ?? user?.name ?? '';
const coverageOf = ({ covers, covered }: Allowance): string =>
  covers.all ? 'Every product' : [...covered.categories, ...covered.clothing_sets, ...covered.styles].map(({ name }) => name).join(', ');

/** Whether an allowance has ended, or begins later. */
function Mark({ one: { ended_on, effective_from } }: { one: Allowance }) {
  if (ended_on !== null) return <Badge tone="line-only">Ended {formatDate(ended_on)}</Badge>;
  return effective_from > ukDate(new Date().toISOString()) && <Badge tone="line-only">From {formatDate(effective_from)}</Badge>;
}

/** What the people of a client may be issued, by name: for the office those of the account in the address, for a client their own. */
export function AllowanceList() {
  const { company, isOffice, accountName, list: address, create, edit } = useAllowanceScreens();
  const list = useListState({ orderBy: 'name', per_page: limits.allowances_page, filters: ['stage', 'employee_role_id', 'user_id'] });
  const name = (one: Allowance) => (
    <span className="line">
      {one.ended_on === null ? (
        <Link className="strong cut" to={edit(one.id)}>
          {one.name}
        </Link>
      ) : (
        <span className="cut note">{one.name}</span>
      )}
      <Mark one={one} />
    </span>
  );
  return (
    <Page
      title={isOffice ? (accountName ?? 'Allowances') : 'Allowances'}
      {...(accountName && { name: `Allowances · ${accountName}` })}
      fill
      {...(isOffice && { strip: <AccountTabs id={company} current="allowances" />, back: `/admin/accounts/${company}/edit` })}
      primary={<CreateLink to={create}>New allowance</CreateLink>}
    >
      <DataTable
        noun={['allowance', 'allowances']}
        list={list}
        exports={isOffice ? { path: `/admin/accounts/${company}/allowances/export` } : undefined}
        queryKey={['allowances', 'list', company, address]}
        load={readAllowances(company)}
        searchPlaceholder="Name of the allowance"
        tools={
          <>
            <Segments label="Which" value={list.filters.stage ?? ''} onChange={(stage) => list.set({ stage })} segments={stages} />
            <OwnerFilter company={company} isOffice={isOffice} list={list} />
          </>
        }
        columns={[
          { key: 'name', heading: 'Name', minWidth: 200, orderBy: 'name', cell: name, title: (one) => one.name },
          { key: 'owner', heading: 'For', minWidth: 160, cell: ownerOf, title: ownerOf },
          { key: 'rule', heading: 'How much', width: 176, cell: ruleText },
          { key: 'covers', heading: 'Covers', minWidth: 200, wide: 'first', onCard: true, cell: coverageOf, title: coverageOf },
          {
            key: 'when_exceeded',
            heading: 'If more is ordered',
            width: 160,
            wide: true,
            onCard: true,
            cell: (one) => excessLabels[one.when_exceeded],
          },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(one) => `allowance ${one.name} for ${ownerOf(one)}`}
        rowHref={(one) => (one.ended_on === null ? edit(one.id) : null)}
        card={(one) => (
          <>
            <div className="line">{name(one)}</div>
            <div className="line sub text-md">
              <span className="cut grow">{ownerOf(one)}</span>
              <span className="nowrap">{ruleText(one)}</span>
            </div>
          </>
        )}
        empty={list.search ? 'No allowance matches' : 'No allowances to show'}
        emptyHint={<p>An allowance says how much somebody with a role may be issued: three shirts a year, or 300 points.</p>}
      />
    </Page>
  );
}
