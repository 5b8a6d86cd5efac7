import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { type StarterState, starterStates } from '../../shared/starters/starter.ts';
import { dayText, formatDate, ukDate } from '../../shared/uk-time.ts';
import { AccountTabs } from '../api/account-tabs.tsx';
import { useStartOrder } from '../api/use-start-order.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { type ListedStarter, readStarters, type StarterPage } from './client.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { nameColumn, siteColumn } from './person-columns.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { firstDayText, type Month, monthsFrom, stateWords, weekOf } from './starter-words.ts';
import './starters.css';
import { type StarterScreens, useStarterScreens } from './use-starter-screens.ts';

/** Months that the list offers. */
const MONTHS = 12;

/** How many start and how many of their kits will be late, in a sentence. */
const summaryText = ({ starting, late }: StarterPage, when: string): string =>
  `${countText(starting, 'starter')}${when}${starting === 0 ? '' : late === 0 ? ', none late' : `, ${late} will not have ${late === 1 ? 'the' : 'their'} kit on the first day`}`;

/** The people who start, with where their kits are, when the kits can be there, and what to do about it. */
export default function StarterList() {
  const screens = useStarterScreens();
  const { accountId, companyId, companyName } = screens;
  const today = ukDate(new Date().toISOString());
  const months = monthsFrom(today, MONTHS);
  const list = useListState({ orderBy: 'starts_on', per_page: limits.starters_page, filters: ['from', 'until', 'state', 'is_late'] });
  const { from, until } = list.filters;
  const month = months.find((one) => one.from === from && one.until === until);
  const load = readStarters(companyId);
  const period = { ...(from && { from }), ...(until && { until }), ...(list.search && { search: list.search }) };
  const summary = useQuery({
    queryKey: ['starters', 'summary', companyId, period],
    queryFn: ({ signal }) => load({ ...period, page: 1, per_page: 1 }, signal),
    placeholderData: keepPreviousData,
  });
  const [isSetting, setIsSetting] = useState(false);
  const isPhone = useIsPhone();
  const when = month ? ` in ${month.label.split(' ')[0]}` : from || until ? '' : ' from today on';
  const name = ({ employee }: ListedStarter) => (
    <Link className="strong cut" to={screens.person(employee.id)}>
      {employee.name}
    </Link>
  );
  return (
    <Page
      title={accountId === undefined ? 'Starters' : (companyName ?? 'Starters')}
      {...(accountId !== undefined && { name: `Starters · ${companyName ?? ''}`, back: `/admin/accounts/${accountId}/edit` })}
      strip={accountId === undefined ? <PeopleTabs current="starters" /> : <AccountTabs id={accountId} current="starters" />}
      sub={summary.data && summaryText(summary.data, when)}
      fill
      actions={
        accountId === undefined &&
        screens.mayEditKits && (
          <Button aria-label="Kits and settings" onClick={() => setIsSetting(true)}>
            {isPhone ? 'Kits' : 'Kits and settings'}
          </Button>
        )
      }
      primary={<CreateLink to={screens.create}>Add starter</CreateLink>}
    >
      <DataTable
        noun={['starter', 'starters']}
        list={list}
        queryKey={['starters', 'list', companyId]}
        load={load}
        searchPlaceholder="Name or employee number"
        tools={<Filters list={list} months={months} month={month} summary={summary.data} />}
        group={({ starts_on }) => weekOf(starts_on, today)}
        columns={[
          {
            key: 'starts_on',
            heading: 'Starts',
            width: 92,
            orderBy: 'starts_on',
            cell: ({ starts_on }) => firstDayText(starts_on),
            title: ({ starts_on }) => formatDate(starts_on),
          },
          nameColumn(name),
          siteColumn(),
          { key: 'state', heading: 'State', width: 112, fits: true, cell: ({ state }) => <State state={state} /> },
          { key: 'ready_on', heading: 'There on', width: 132, cell: (one) => <ReadyOn starter={one} today={today} /> },
          {
            key: 'reason',
            heading: 'Why',
            minWidth: 180,
            cell: ({ reason }) => <p className="starter-reason">{reason}</p>,
            title: ({ reason }) => reason,
          },
          { key: 'next', heading: 'What to do', width: 132, fits: true, cell: (one) => <NextStep starter={one} screens={screens} /> },
        ]}
        rowId={({ employee, role }) => `${employee.id}-${role?.id ?? 0}`}
        rowName={({ employee }) => employee.name}
        rowHref={({ employee, order }) => (order ? screens.order(order.uuid) : screens.person(employee.id))}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push nowrap">{firstDayText(one.starts_on)}</span>
            </div>
            <p className="sub cut text-md">{[one.role?.name, one.site?.name].filter(Boolean).join(' · ')}</p>
            <div className="line">
              <State state={one.state} />
              <span className="push text-md">
                <ReadyOn starter={one} today={today} isShort />
              </span>
            </div>
            <p className="text-md starter-reason">{one.reason}</p>
            <NextStep starter={one} screens={screens} />
          </>
        )}
        empty={
          list.search || list.filters.state || list.filters.is_late
            ? 'No starter matches'
            : from || until
              ? 'Nobody starts in this time'
              : 'Nobody starts from today on'
        }
        emptyHint={<p>A person with a first day in the future appears here.</p>}
      />
      {isSetting && <SettingsDialog companyId={companyId} onClose={() => setIsSetting(false)} />}
    </Page>
  );
}

interface FiltersProps {
  list: ReturnType<typeof useListState<'from' | 'until' | 'state' | 'is_late'>>;
  months: readonly Month[];
  month: Month | undefined;
  summary: StarterPage | undefined;
}

/** The filters: late kits, a month, and a state. */
function Filters({ list, months, month, summary }: FiltersProps) {
  const { state = '', is_late = '' } = list.filters;
  return (
    <>
      <Segments
        label="Which"
        value={is_late}
        onChange={(next) => list.set({ is_late: next })}
        segments={[
          { value: '', label: 'All', ...(summary && { count: summary.starting }) },
          { value: 'true', label: 'Late', ...(summary && { count: summary.late }) },
        ]}
      />
      <select
        className="in starter-filter"
        aria-label="Month"
        value={month?.from ?? ''}
        onChange={({ target }) => {
          const next = months.find(({ from }) => from === target.value);
          list.set({ from: next?.from ?? '', until: next?.until ?? '' });
        }}
      >
        <option value="">From today on</option>
        {months.map(({ label, from }) => (
          <option key={from} value={from}>
            {label}
          </option>
        ))}
      </select>
      <select className="in starter-filter" aria-label="State" value={state} onChange={({ target }) => list.set({ state: target.value })}>
        <option value="">Every state</option>
        {starterStates.map((one) => (
          <option key={one} value={one}>
            {stateWords[one].label}
            {summary ? ` (${summary.states[one]})` : ''}
          </option>
        ))}
      </select>
    </>
  );
}

const State = ({ state }: { state: StarterState }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>;

/** When the kit can be there; *Late* in words if that is after the first day. */
function ReadyOn({ starter: { ready_on, is_late }, today, isShort = false }: { starter: ListedStarter; today: string; isShort?: boolean }) {
  const on = ready_on ? (isShort ? `There on ${dayText(ready_on, today)}` : dayText(ready_on, today)) : isShort ? 'Day not known' : 'Not known';
  return (
    <>
      <span className={ready_on ? undefined : 'note'}>{on}</span> {is_late && <span className="starters-late">Late</span>}
    </>
  );
}

/** The next step for a starter: a link to where it is done. */
function NextStep({ starter: { state, employee, role, order }, screens }: { starter: ListedStarter; screens: StarterScreens }) {
  const start = useStartOrder();
  if (state === 'no_kit')
    return role && screens.mayEditKits ? (
      <ButtonLink size="sm" to={screens.kit(role.id)} aria-label={`Set up the kit of ${role.name}`}>
        Set up kit
      </ButtonLink>
    ) : null;
  if (state === 'no_sizes' || (state === 'blocked' && !order))
    return (
      <ButtonLink size="sm" to={screens.person(employee.id)} aria-label={`Open ${employee.name}`}>
        {state === 'no_sizes' ? 'Record sizes' : 'Open person'}
      </ButtonLink>
    );
  if (order)
    return (
      <ButtonLink
        size="sm"
        look={state === 'needs_approval' || state === 'blocked' ? 'primary' : 'plain'}
        to={screens.order(order.uuid)}
        aria-label={`Order ${order.order_number} of ${employee.name}`}
      >
        {state === 'needs_approval' ? 'Decide' : `Order ${order.order_number}`}
      </ButtonLink>
    );
  if (state !== 'sized' || screens.accountId !== undefined) return null;
  return (
    <Button
      size="sm"
      look="primary"
      busy={start.busy}
      busyText="Starting…"
      aria-label={`Order for ${employee.name}`}
      onClick={() => start.write([employee.id])}
    >
      Order
    </Button>
  );
}
