import { Link } from 'react-router';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { Badge } from '../ui/badge.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Select } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { AttentionTabs } from './attention-tabs.tsx';
import { type ConfirmedWeight, weights } from './client.ts';

/** `1,480 g` */
const grams = (g: number): string => `${g.toLocaleString('en-GB')} g`;
const differenceOf = ({ difference_g }: ConfirmedWeight): string => `${difference_g > 0 ? '+' : '−'}${grams(Math.abs(difference_g))}`;
/** Whose bag it is, or the dispatch whose boxes they are. */
const whatOf = ({ wearer, dispatch }: ConfirmedWeight): string => (dispatch ? `Boxes of ${dispatch.dispatch_number}` : `Bag of ${wearer?.name}`);
/** `00136 and 2 more` */
const ordersOf = ({ order, qty_orders }: ConfirmedWeight): string =>
  qty_orders > 1 ? `${order.order_number} and ${qty_orders - 1} more` : order.order_number;

const directions = [
  { value: '', label: 'All' },
  { value: 'heavier', label: 'Heavier' },
  { value: 'lighter', label: 'Lighter' },
];
const kinds = [
  { value: '', label: 'Bags and boxes' },
  { value: 'bag', label: 'Bags' },
  { value: 'dispatch', label: 'Boxes' },
];

/** The bags and boxes that weighed more or less than expected, and of which a packer said that the weight is right. */
export function ConfirmedWeights() {
  const isPhone = useIsPhone();
  const list = useListState({ orderBy: 'confirmed_at', sortedBy: 'desc', per_page: 50, filters: ['kind', 'direction'] });
  return (
    <Page title="From the floor" sub="Weights that differed and were confirmed on the floor" fill strip={<AttentionTabs current="weights" />}>
      <DataTable
        noun={['weight', 'weights']}
        list={list}
        exports={{ path: '/admin/weights/confirmed/export' }}
        queryKey={['confirmed-weights']}
        load={(query, signal) => answer(weights.confirmed.$get({ query: stringQuery(query) }, { init: { signal } }))}
        searchPlaceholder="Order, client, wearer or packer"
        columns={[
          {
            key: 'confirmed_at',
            heading: 'When',
            width: 140,
            orderBy: 'confirmed_at',
            firstOrder: 'desc',
            cell: (row) => <DateText value={row.confirmed_at} form="moment" />,
          },
          {
            key: 'order',
            heading: 'Order',
            width: 130,
            orderBy: 'order_number',
            cell: (row) => (
              <>
                <Link className="code" to={`/admin/orders/${row.order.uuid}/edit`}>
                  {row.order.order_number}
                </Link>
                {row.qty_orders > 1 && <span className="sub"> and {row.qty_orders - 1} more</span>}
              </>
            ),
            title: ordersOf,
          },
          { key: 'account', heading: 'Client', minWidth: 140, orderBy: 'account', cell: (row) => row.account.name, title: (row) => row.account.name },
          { key: 'what', heading: 'What', minWidth: 170, cell: (row) => <span className="strong">{whatOf(row)}</span>, title: whatOf },
          { key: 'expected', heading: 'Expected', width: 100, align: 'num', wide: true, cell: (row) => grams(row.expected_g) },
          { key: 'weight', heading: 'Measured', width: 100, align: 'num', cell: (row) => grams(row.weight_g) },
          {
            key: 'difference',
            heading: 'Difference',
            width: 110,
            align: 'num',
            orderBy: 'difference',
            firstOrder: 'desc',
            cell: (row) => <span className="strong t-warn">{differenceOf(row)}</span>,
          },
          {
            key: 'who',
            heading: 'Confirmed by',
            width: 150,
            wide: true,
            cell: (row) => row.confirmed_by.name,
            title: (row) => row.confirmed_by.name,
          },
        ]}
        rowId={(row) => String(row.id)}
        rowName={whatOf}
        rowHref={(row) => `/admin/orders/${row.order.uuid}/edit`}
        card={(row) => (
          <>
            <span className="line">
              <span className="code strong">{ordersOf(row)}</span>
              <span className="push note">
                <DateText value={row.confirmed_at} form="moment" />
              </span>
            </span>
            <span>
              {whatOf(row)}, {row.account.name}
            </span>
            <span className="line">
              <Badge tone="warn">{differenceOf(row)}</Badge>
              <span className="sub">
                {grams(row.weight_g)}, expected {grams(row.expected_g)} · {row.confirmed_by.name}
              </span>
            </span>
          </>
        )}
        tools={
          isPhone ? (
            <>
              <Select label="Kind" value={list.filters.kind ?? ''} onChange={({ target }) => list.set({ kind: target.value })} options={kinds} />
              <Select
                label="Difference"
                value={list.filters.direction ?? ''}
                onChange={({ target }) => list.set({ direction: target.value })}
                options={directions}
              />
            </>
          ) : (
            <>
              <Segments label="Kind" value={list.filters.kind ?? ''} onChange={(kind) => list.set({ kind })} segments={kinds} />
              <Segments
                label="Difference"
                value={list.filters.direction ?? ''}
                onChange={(direction) => list.set({ direction })}
                segments={directions}
              />
            </>
          )
        }
        empty="No confirmed weights"
        emptyHint={<p>A bag or a box appears here when its weight differs from what is in it, and the packer says that it is right.</p>}
      />
    </Page>
  );
}
