import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type LeaverState, leaverStates } from '../../shared/collections/leaver.ts';
import { limits } from '../../shared/limits.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type LeaverPage, type ListedLeaver, openCollection, readLeavers } from './client.ts';
import { leaverWords } from './leaver-words.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { nameColumn, siteColumn } from './person-columns.tsx';
import './starters.css';
import { type StarterScreens, useStarterScreens } from './use-starter-screens.ts';

const summaryText = ({ leaving, states: { to_collect } }: LeaverPage): string =>
  `${countText(leaving, 'leaver')}${to_collect === 0 ? '' : `, ${to_collect} to collect from`}`;

const heldText = ({ qty_held, value_now }: ListedLeaver): string =>
  qty_held === 0 ? 'Nothing' : `${countText(qty_held, 'item')}${value_now === null ? '' : `, ${formatMoney(value_now)}`}`;
const consentText = ({ deduction_consent_on }: ListedLeaver): string => (deduction_consent_on ? formatDate(deduction_consent_on) : 'Not recorded');

/** The people who leave, with what they hold, where its collection is, and what to do about it. */
export default function LeaverList() {
  const screens = useStarterScreens();
  const { accountId, companyId, companyName } = screens;
  const list = useListState({ orderBy: 'leaves_on', per_page: limits.leavers_page, filters: ['state'] });
  const load = readLeavers(companyId);
  const period = { ...(list.search && { search: list.search }) };
  const summary = useQuery({
    queryKey: ['leavers', 'summary', companyId, period],
    queryFn: ({ signal }) => load({ ...period, page: 1, per_page: 1 }, signal),
    placeholderData: keepPreviousData,
  });
  const name = ({ employee }: ListedLeaver) => (
    <Link className="strong cut" to={screens.person(employee.id)}>
      {employee.name}
    </Link>
  );
  return (
    <Page
      title={accountId === undefined ? 'Leavers' : (companyName ?? 'Leavers')}
      {...(accountId !== undefined && { name: `Leavers · ${companyName ?? ''}`, back: `/admin/accounts/${accountId}/edit` })}
      strip={accountId === undefined ? <PeopleTabs current="leavers" /> : <AccountTabs id={accountId} current="leavers" />}
      sub={summary.data && summaryText(summary.data)}
      fill
    >
      <DataTable
        noun={['leaver', 'leavers']}
        list={list}
        queryKey={['leavers', 'list', companyId]}
        load={load}
        searchPlaceholder="Name or employee number"
        tools={
          <select
            className="in starter-filter"
            aria-label="State"
            value={list.filters.state ?? ''}
            onChange={({ target }) => list.set({ state: target.value })}
          >
            <option value="">Every state</option>
            {leaverStates.map((one) => (
              <option key={one} value={one}>
                {leaverWords[one].label}
                {summary.data ? ` (${summary.data.states[one]})` : ''}
              </option>
            ))}
          </select>
        }
        columns={[
          { key: 'leaves_on', heading: 'Last day', width: 104, orderBy: 'leaves_on', cell: ({ leaves_on }) => formatDate(leaves_on) },
          nameColumn(name),
          siteColumn(),
          { key: 'held', heading: 'Holds', width: 148, cell: heldText },
          { key: 'state', heading: 'Collection', minWidth: 148, cell: (one) => <Collection leaver={one} /> },
          { key: 'consent', heading: 'Consent', width: 112, cell: consentText },
          { key: 'next', heading: 'What to do', width: 148, fits: true, cell: (one) => <NextStep leaver={one} screens={screens} /> },
        ]}
        rowId={({ employee }) => String(employee.id)}
        rowName={({ employee }) => employee.name}
        rowHref={({ employee }) => screens.person(employee.id)}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push nowrap">{formatDate(one.leaves_on)}</span>
            </div>
            <p className="sub cut text-md">{[one.role?.name ?? 'No employee role', one.site?.name].filter(Boolean).join(' · ')}</p>
            <Collection leaver={one} />
            <p className="text-md">{heldText(one)}</p>
            <p className="text-md">Consent: {consentText(one)}</p>
            <NextStep leaver={one} screens={screens} />
          </>
        )}
        empty={list.search || list.filters.state ? 'No leaver matches' : 'Nobody leaves, and nobody has left in the last 90 days'}
        emptyHint={<p>A person with a last day appears here.</p>}
      />
    </Page>
  );
}

const State = ({ state }: { state: LeaverState }) => <Badge tone={leaverWords[state].tone}>{leaverWords[state].label}</Badge>;

/** The state of a collection with its number, and how much of it did not come back. */
const Collection = ({ leaver: { state, collection, qty_not_returned } }: { leaver: ListedLeaver }) => (
  <div>
    <p className="line">
      <State state={state} />
      {collection && <span className="code">{collection.number}</span>}
    </p>
    {state === 'part' && collection && (
      <p className="note">
        {collection.qty_received} of {countText(collection.qty_expected, 'item')} back
      </p>
    )}
    {qty_not_returned > 0 && <p className="note">{countText(qty_not_returned, 'item')} not returned</p>}
  </div>
);

/** The next step for a leaver: a button that opens a collection, or a link to where the step is done. */
function NextStep({ leaver: { next_step, employee, collection }, screens }: { leaver: ListedLeaver; screens: StarterScreens }) {
  const open = useWrite({ send: openCollection(employee.id), success: 'Collection opened', refresh: [['leavers'], ['wearer', employee.id]] });
  if (next_step === 'collect')
    return (
      <Button
        size="sm"
        look="primary"
        busy={open.busy}
        busyText="Opening…"
        aria-label={`Open a collection of what ${employee.name} holds`}
        onClick={() => void open.write(undefined)}
      >
        Open collection
      </Button>
    );
  if (next_step === 'print_slip' && collection)
    return (
      <a
        className="btn sm"
        href={collection.slip}
        target="_blank"
        rel="noreferrer"
        aria-label={`Print the slip ${collection.number} of ${employee.name} (a PDF, in a new tab)`}
      >
        <Icon name="print" />
        Print slip
      </a>
    );
  if (next_step === 'record_consent')
    return (
      <ButtonLink size="sm" to={screens.edit(employee.id)} aria-label={`Record the consent of ${employee.name}`}>
        Record consent
      </ButtonLink>
    );
  return next_step === 'report' ? (
    <ButtonLink size="sm" to={screens.reports} aria-label={`Report of leavers with ${employee.name}`}>
      Report
    </ButtonLink>
  ) : null;
}
