import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Select } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { type Segment, Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import './attention.css';
import { AttentionTabs } from './attention-tabs.tsx';
import { attention, type Counts, type Item } from './client.ts';
import { ConfirmedWeights } from './confirmed-weights.tsx';
import { type FoldedItem, foldGroups } from './fold-groups.ts';
import { OfficeItem } from './office-item.tsx';
import { doneOf, isUnknown, membersText, skuOrCode, tabletOf, titleOf } from './office-words.ts';

const kinds: Record<Item['kind'], string> = {
  outcome: 'Refused',
  shelf_task: 'To the shelf',
  count_request: 'Counts',
  loss: 'Lost',
  discrepancy: 'Not ordered',
  set_aside: 'Set aside',
  stray: 'In totes',
  replenish: 'Bins to fill',
};
const badges: Record<Exclude<Item['kind'], 'outcome'>, string> = {
  shelf_task: 'Shelf',
  count_request: 'Count',
  loss: 'Lost',
  discrepancy: 'Not ordered',
  set_aside: 'Set aside',
  stray: 'Tote',
  replenish: 'Bin',
};
type Listed = PageOf<FoldedItem> & { counts: Counts };
const kindNames = Object.keys(kinds) as Item['kind'][];

/** The address of the list with the present `hash`, in which the item `m` is open; null opens no item. */
function withItem(hash: string, m: string | null): string {
  const params = new URLSearchParams(hash.slice(1));
  if (m === null) params.delete('item');
  else params.set('item', m);
  const next = params.toString();
  return `/admin/attention${next ? `#${next}` : ''}`;
}

const Kind = ({ item }: { item: Item }) => {
  if (item.kind === 'outcome')
    return <Badge tone={item.outcome === 'conflict' ? 'warn' : 'wrong'}>{item.outcome === 'conflict' ? 'Choice' : 'Refused'}</Badge>;
  return <Badge tone={item.kind === 'loss' ? 'wrong' : 'plain'}>{badges[item.kind]}</Badge>;
};

const Order = ({ item }: { item: Item }) =>
  item.order && (
    <Link className="code" to={`/admin/orders/${item.order.uuid}/edit`}>
      {item.order.order_number}
    </Link>
  );

/** What the floor asks the office, and the weights that the floor confirmed itself: the tabs of one screen. */
export default function FromTheFloor() {
  const { pathname } = useLocation();
  return pathname.endsWith('/weights') ? <ConfirmedWeights /> : <AttentionList />;
}

/** Every open item that a person has to decide: the items that tablets also show, and the items that only the office decides. */
function AttentionList() {
  const isPhone = useIsPhone();
  const list = useListState({ orderBy: 'at', sortedBy: 'desc', per_page: 100, filters: ['kind'] });
  const { hash } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The item that the address names is looked for in the loaded pages, so the list renders again whenever a page has loaded.
  useIsFetching({ queryKey: ['attention'] });
  const m = new URLSearchParams(hash.slice(1)).get('item');
  const pages = queries.getQueriesData<Listed>({ queryKey: ['attention'] }).flatMap(([, page]) => page ?? []);
  const items = pages.flatMap(({ items }) => items);
  const counts = (queries.getQueryData<Listed>(['attention', list.query]) ?? pages.at(-1))?.counts;
  const openItem: Item | undefined = items.flatMap((item) => [item, ...item.members]).find((item) => item.m === m);
  const members = items.find((item) => item.m === m)?.members ?? [];
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  const choices: Segment[] = [
    { value: '', label: 'All', ...(all !== undefined && { count: all }) },
    ...kindNames.map((kind) => ({ value: kind, label: kinds[kind], ...(counts && { count: counts[kind] }) })),
  ];
  const close = (): void => void navigate(withItem(hash, null), { replace: true });

  return (
    <Page title="From the floor" sub="Items from the tablets that the office decides" fill strip={<AttentionTabs current="open" />}>
      <DataTable
        noun={['item', 'items']}
        list={list}
        exports={{ path: '/admin/attention/export' }}
        queryKey={['attention']}
        refetchInterval={15_000}
        load={async (query, signal): Promise<Listed> => {
          const page = (await answer(attention.index.$get({ query: stringQuery(query) }, { init: { signal } }))) as PageOf<Item> & { counts: Counts };
          return { ...page, items: foldGroups(page.items) };
        }}
        columns={[
          { key: 'at', heading: 'When', width: 140, orderBy: 'at', firstOrder: 'desc', cell: (row) => <DateText value={row.at} form="moment" /> },
          { key: 'kind', heading: 'Kind', width: 96, cell: (row) => <Kind item={row} /> },
          {
            key: 'what',
            heading: 'What',
            minWidth: 180,
            cell: (row) => <span className="strong">{titleOf(row)}</span>,
            title: titleOf,
          },
          { key: 'done', heading: 'Done', minWidth: 140, cell: doneOf, title: doneOf },
          { key: 'order', heading: 'Order', width: 76, cell: (row) => <Order item={row} /> },
          {
            key: 'sku',
            heading: 'SKU',
            width: 150,
            wide: true,
            cell: (row) => <span className={isUnknown(row) ? 'code t-warn' : 'code'}>{skuOrCode(row)}</span>,
            title: (row) => skuOrCode(row) ?? '',
          },
          { key: 'qty', heading: 'Qty', width: 56, align: 'num', cell: (row) => row.qty },
          { key: 'who', heading: 'Who', width: 130, cell: (row) => row.person?.name, title: (row) => row.person?.name ?? '' },
          { key: 'tablet', heading: 'Tablet', width: 120, wide: 'first', cell: (row) => (row.device ? tabletOf(row) : null), title: tabletOf },
        ]}
        rowId={(row) => row.m}
        rowName={titleOf}
        rowHref={(row) => withItem(hash, row.m)}
        under={({ members }) => members.length > 0 && <p className="sub">{membersText(members)}</p>}
        card={(row) => (
          <button type="button" className="attention-row-card" onClick={() => void navigate(withItem(hash, row.m))}>
            <span className="line">
              <Kind item={row} />
              <span className="push note">
                <DateText value={row.at} form="moment" />
              </span>
            </span>
            <span className="strong">{titleOf(row)}</span>
            <span className="sub">
              {[isUnknown(row) && skuOrCode(row), doneOf(row), row.order?.order_number, row.person?.name].filter(Boolean).join(' · ')}
            </span>
          </button>
        )}
        tools={
          isPhone ? (
            <Select
              label="Kind"
              value={list.filters.kind ?? ''}
              onChange={({ target }) => list.set({ kind: target.value })}
              options={choices.map(({ value, label, count }) => ({ value, label: count === undefined ? label : `${label} (${formatCount(count)})` }))}
            />
          ) : (
            <Segments label="Kind" value={list.filters.kind ?? ''} onChange={(kind) => list.set({ kind })} segments={choices} />
          )
        }
        empty="Nothing needs attention"
        emptyHint={
          <p>
            An item appears here and on the tablet when two tablets did the same thing, or when the office changed something a picker was working on.
          </p>
        }
      />
      {openItem && <OfficeItem key={openItem.m} item={openItem} members={members} hrefOf={(item) => withItem(hash, item.m)} onClose={close} />}
    </Page>
  );
}
