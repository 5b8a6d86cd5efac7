import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseTypedDate } from '../../shared/parse-typed-date.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { stringQuery } from '../api/string-query.ts';
import { AppliedFilter } from '../ui/applied-filter.tsx';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { findSites, listOrders, type Site } from './client.ts';

/** The filters that are on or off, with their words. */
const flagWords = {
  held: 'On hold',
  short: 'Short: waiting for stock',
  ready: 'Ready to release',
  late: 'Late by required-by',
  stuck: 'Stuck with the courier',
  unsubmitted: 'Drafts and requests',
  exchanges: 'Exchanges',
  office_drafts: 'Drafts of the office',
} as const;
const flags = Object.keys(flagWords) as (keyof typeof flagWords)[];
/** The stages that have no button of their own in the list; links lead to them. */
const stageWords: Record<string, string> = { requires_dispatch: 'Ready for dispatch', waiting_for_courier: 'Waiting for courier' };
/** The filters of the office's list besides its stage. The address holds all of them. */
export const officeFilterNames = ['account_id', 'site_id', 'start', 'end', 'required_from', 'required_to', 'over_days', ...flags] as const;
export type OfficeFilter = (typeof officeFilterNames)[number];
type Filters = ListState<OfficeFilter | 'stage'>;

interface Days {
  from: string;
  to: string;
}

const isNoDay = (text: string): boolean => text !== '' && !parseTypedDate(text);
const isReversed = ({ from, to }: Days): boolean => Boolean(!isNoDay(from) && !isNoDay(to) && from && to && to < from);
/** Whether the list can be filtered by these days. */
const isRange = (days: Days): boolean => !isNoDay(days.from) && !isNoDay(days.to) && !isReversed(days);

/** Two fields for the first and the last day of a filter. */
const DayRange = ({ words, days, onChange }: { words: string; days: Days; onChange: (next: Days) => void }) => (
  <div className="filter-pair">
    <DateField label={`${words} from`} value={days.from} onChange={({ target }) => onChange({ ...days, from: target.value })} />
    <DateField
      label={`${words} to`}
      value={days.to}
      onChange={({ target }) => onChange({ ...days, to: target.value })}
      error={isReversed(days) ? 'The end is before the start.' : undefined}
    />
  </div>
);

const uk = (date: string): string => date.split('-').reverse().join('/');

/** The names of the client and site in the filter. The address has only ids, so the names are read from an order of the client or site. */
function useNames({ filters }: Filters): { client: string; site: string } {
  const { account_id, site_id } = filters;
  const namesQuery = useQuery({
    queryKey: ['admin-orders', 'names', account_id, site_id],
    queryFn: ({ signal }) => listOrders(stringQuery({ per_page: 1, account_id, site_id }), signal),
    enabled: Boolean(account_id || site_id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [order] = namesQuery.data?.items ?? [];
  return { client: order?.account.name ?? (account_id ? `number ${account_id}` : ''), site: order?.delivery_site?.name ?? `number ${site_id}` };
}

function FilterDialog({ list, names, onClose }: { list: Filters; names: { client: string; site: string }; onClose: () => void }) {
  const { filters } = list;
  const [account, setAccount] = useState<Client | null>(filters.account_id ? { id: Number(filters.account_id), name: names.client } : null);
  const [site, setSite] = useState<Pick<Site, 'id' | 'name'> | null>(filters.site_id ? { id: Number(filters.site_id), name: names.site } : null);
  const [submitted, setSubmitted] = useState<Days>({ from: filters.start ?? '', to: filters.end ?? '' });
  const [required, setRequired] = useState<Days>({ from: filters.required_from ?? '', to: filters.required_to ?? '' });
  const [days, setDays] = useState(filters.over_days ?? '');
  const [chosenFlags, setChosenFlags] = useState(flags.filter((flag) => filters[flag] === '1'));
  const fault = days !== '' && !/^[1-9]\d{0,3}$/.test(days);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filter orders"
      onSubmit={() => {
        if (!isRange(submitted) || !isRange(required) || fault) return;
        list.set({
          account_id: account ? String(account.id) : '',
          site_id: site ? String(site.id) : '',
          start: submitted.from,
          end: submitted.to,
          required_from: required.from,
          required_to: required.to,
          over_days: days,
          ...Object.fromEntries(flags.map((flag) => [flag, chosenFlags.includes(flag) ? '1' : ''])),
        });
        onClose();
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Show orders
          </Button>
        </>
      }
    >
      <div className="flow">
        <ClientChoice
          value={account}
          onChange={(next) => {
            setAccount(next);
            setSite(null);
          }}
        />
        <Combobox
          key={account?.id}
          label="Site"
          name="site_id"
          placeholder={account ? 'All sites' : 'Choose a client first'}
          disabled={!account}
          value={site}
          onChange={setSite}
          search={(text, signal) => findSites(account?.id ?? 0, text, signal)}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
        />
        <DayRange words="Submitted" days={submitted} onChange={setSubmitted} />
        <DayRange words="Required" days={required} onChange={setRequired} />
        <TextField
          label="Waiting for at least"
          name="over_days"
          inputMode="numeric"
          hint="Days since it was submitted, of orders that are not finished."
          value={days}
          onChange={({ target }) => setDays(target.value.trim())}
          error={fault ? 'A whole number of days, 1 to 3650.' : undefined}
        />
        <div className="filter-pair">
          {flags.map((flag) => (
            <Tick
              key={flag}
              checked={chosenFlags.includes(flag)}
              onChange={({ target }) => setChosenFlags(target.checked ? [...chosenFlags, flag] : chosenFlags.filter((one) => one !== flag))}
            >
              {flagWords[flag]}
            </Tick>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

/** A button that opens the filters, and a button for each active filter that removes it. */
export function OrderFilters({ list }: { list: Filters }) {
  const [open, setOpen] = useState(false);
  const names = useNames(list);
  const { account_id, site_id, start, end, required_from, required_to, over_days, stage = '' } = list.filters;
  const on: [OfficeFilter | 'stage', string][] = [
    ...(stageWords[stage] ? [['stage', stageWords[stage]] as ['stage', string]] : []),
    ...(account_id ? [['account_id', `Client: ${names.client}`] as [OfficeFilter, string]] : []),
    ...(site_id ? [['site_id', `Site: ${names.site}`] as [OfficeFilter, string]] : []),
    ...(start ? [['start', `From ${uk(start)}`] as [OfficeFilter, string]] : []),
    ...(end ? [['end', `To ${uk(end)}`] as [OfficeFilter, string]] : []),
    ...(required_from ? [['required_from', `Required from ${uk(required_from)}`] as [OfficeFilter, string]] : []),
    ...(required_to ? [['required_to', `Required to ${uk(required_to)}`] as [OfficeFilter, string]] : []),
    ...(over_days ? [['over_days', `${over_days} days or more`] as [OfficeFilter, string]] : []),
    ...flags.filter((flag) => list.filters[flag] === '1').map((flag): [OfficeFilter, string] => [flag, flagWords[flag]]),
  ];
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        Filters
      </Button>
      {on.map(([name, words]) => (
        <AppliedFilter key={name} words={words} onRemove={() => list.set({ [name]: '' })} />
      ))}
      {open && <FilterDialog list={list} names={names} onClose={() => setOpen(false)} />}
    </>
  );
}
