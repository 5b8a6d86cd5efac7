import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseTypedDate } from '../../shared/parse-typed-date.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { stringQuery } from '../api/string-query.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { findSites, listOrders, type Site } from './client.ts';

/** The filters of the office's list besides its stage. The address holds all of them. */
export const officeFilterNames = ['account_id', 'site_id', 'start', 'end', 'held', 'short', 'over_days'] as const;
export type OfficeFilter = (typeof officeFilterNames)[number];
type Filters = ListState<OfficeFilter | 'stage'>;

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
  const [start, setStart] = useState(filters.start ?? '');
  const [end, setEnd] = useState(filters.end ?? '');
  const [days, setDays] = useState(filters.over_days ?? '');
  const [isHeld, setIsHeld] = useState(filters.held === '1');
  const [short, setShort] = useState(filters.short === '1');
  const isOther = [start, end].some((text) => text && !parseTypedDate(text));
  const isReversed = Boolean(!isOther && start && end && end < start);
  const fault = days !== '' && !/^[1-9]\d{0,3}$/.test(days);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filter orders"
      onSubmit={() => {
        if (isOther || isReversed || fault) return;
        list.set({
          account_id: account ? String(account.id) : '',
          site_id: site ? String(site.id) : '',
          start,
          end,
          over_days: days,
          held: isHeld ? '1' : '',
          short: short ? '1' : '',
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
        <div className="filter-pair">
          <DateField label="Submitted from" name="start" value={start} onChange={({ target }) => setStart(target.value)} />
          <DateField
            label="Submitted to"
            name="end"
            value={end}
            onChange={({ target }) => setEnd(target.value)}
            error={isReversed ? 'The end is before the start.' : undefined}
          />
        </div>
        <TextField
          label="Waiting for at least"
          name="over_days"
          inputMode="numeric"
          hint="Days since it was submitted, of orders that are not finished."
          value={days}
          onChange={({ target }) => setDays(target.value.trim())}
          error={fault ? 'A whole number of days, 1 to 3650.' : undefined}
        />
        <Tick checked={isHeld} onChange={({ target }) => setIsHeld(target.checked)}>
          On hold
        </Tick>
        <Tick checked={short} onChange={({ target }) => setShort(target.checked)}>
          Short: waiting for stock
        </Tick>
      </div>
    </Dialog>
  );
}

/** A button that opens the filters, and a button for each active filter that removes it. */
export function OrderFilters({ list }: { list: Filters }) {
  const [open, setOpen] = useState(false);
  const names = useNames(list);
  const { account_id, site_id, start, end, held: isHeld, short, over_days } = list.filters;
  const on: [OfficeFilter, string][] = [
    ...(account_id ? [['account_id', `Client: ${names.client}`] as [OfficeFilter, string]] : []),
    ...(site_id ? [['site_id', `Site: ${names.site}`] as [OfficeFilter, string]] : []),
    ...(start ? [['start', `From ${uk(start)}`] as [OfficeFilter, string]] : []),
    ...(end ? [['end', `To ${uk(end)}`] as [OfficeFilter, string]] : []),
    ...(over_days ? [['over_days', `${over_days} days or more`] as [OfficeFilter, string]] : []),
    ...(isHeld ? [['held', 'On hold'] as [OfficeFilter, string]] : []),
    ...(short ? [['short', 'Short'] as [OfficeFilter, string]] : []),
  ];
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        Filters
      </Button>
      {on.map(([name, words]) => (
        <span key={name} className="filter">
          <span className="cut">{words}</span>
          <IconButton icon="x" size="sm" label={`Remove filter ${words}`} onClick={() => list.set({ [name]: '' })} />
        </span>
      ))}
      {open && <FilterDialog list={list} names={names} onClose={() => setOpen(false)} />}
    </>
  );
}
