import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { purchaseOrderUrl } from '../../shared/documents/document-urls.ts';
import { limits } from '../../shared/limits.ts';
import type { PurchaseOrderCounts, PurchaseOrderListItem } from '../../shared/purchasing/purchase-order.ts';
import { qtyArrived, qtyOrdered, receivedText } from '../../shared/purchasing/received-text.ts';
import { listViews } from '../api/saved-views.tsx';
import { SupplierFilter, supplierFilters, supplierQuery } from '../api/supplier-filter.tsx';
import { useSession } from '../session/use-session.ts';
import { AppliedFilter } from '../ui/applied-filter.tsx';
import { Bar } from '../ui/bar.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readCounts, readPurchaseOrders } from './client.ts';
import { Late, Stage, StageText } from './purchase-order-words.tsx';
import './purchasing.css';

const edit = ({ id }: PurchaseOrderListItem): string => `/admin/purchase-orders/${id}/edit`;
/** The stages of the list; `late` is a filter of its own. */
const stages = [
  ['', 'All', 'all'],
  ['draft', 'Draft', 'draft'],
  ['approved', 'On Order', 'approved'],
  ['part_delivered', 'Part Delivered', 'part_delivered'],
  ['late', 'Late', 'late'],
  ['part_cancelled', 'Part Cancelled', 'part_cancelled'],
  ['complete', 'Complete', 'complete'],
  ['closed', 'Closed', 'closed'],
  ['cancelled', 'Cancelled', 'cancelled'],
] as const;
const segmentsOf = (counts: PurchaseOrderCounts | undefined) =>
  stages.map(([value, label, name]) => ({ value, label, ...(counts && { count: counts[name] }) }));
/** How many orders still expect items. */
const openCount = ({ approved, part_delivered, part_cancelled }: PurchaseOrderCounts): number => approved + part_delivered + part_cancelled;
const filterOf = (stage: string) => (stage === 'late' ? { stage: '', late: 'true' } : { stage, late: '' });

const Reference = ({ one }: { one: PurchaseOrderListItem }) => (
  <>
    <Link className="code strong" to={edit(one)}>
      {one.our_reference}
    </Link>
    {one.work_order && (
      <span className="note" title="Work order">
        {' '}
        WO
      </span>
    )}
  </>
);

/** The date on which outstanding items are due, and how late they are. */
const Due = ({ one }: { one: PurchaseOrderListItem }) => {
  const due_on = one.next_due_on ?? one.due_on;
  if (!due_on && one.stage === 'draft') return <span className="note">None yet</span>;
  return (
    <span className="line purchase-due">
      <span className={one.is_late ? 'strong' : undefined}>
        <DateText value={due_on} form="list" />
      </span>
      <Late due_on={one.next_due_on} is_late={one.is_late} />
    </span>
  );
};

/** How many of the ordered items have arrived; shown once the order is approved. */
const Received = ({ one }: { one: PurchaseOrderListItem }) => {
  const ordered = qtyOrdered(one);
  if (!one.is_approved || ordered === 0) return null;
  const share = qtyArrived(one) / ordered;
  return (
    <span className="line purchase-received">
      <Bar label={receivedText(one)} parts={[{ share, tone: share >= 1 ? 'done' : 'now' }]} />
      <span className="nowrap">
        {formatCount(qtyArrived(one))}
        <span className="note"> / {formatCount(ordered)}</span>
        {one.qty_over > 0 && <span className="t-warn"> +{formatCount(one.qty_over)}</span>}
      </span>
    </span>
  );
};

const columnsFor = (seesSuppliers: boolean, seesCosts: boolean): Column<PurchaseOrderListItem>[] => [
  { key: 'our_reference', heading: 'PO', width: 116, orderBy: 'our_reference', cell: (one) => <Reference one={one} /> },
  ...(seesSuppliers
    ? [
        {
          key: 'supplier',
          heading: 'Supplier',
          minWidth: 150,
          orderBy: 'supplier',
          cell: (one: PurchaseOrderListItem) => one.supplier?.name,
          title: (one: PurchaseOrderListItem) => one.supplier?.name ?? '',
        },
      ]
    : []),
  {
    key: 'account',
    heading: 'For',
    onCard: true,
    width: 90,
    wide: 'first',
    cell: (one) => <span className="sub">{one.account?.name}</span>,
    title: (one) => one.account?.name ?? '',
  },
  {
    key: 'supplier_reference',
    heading: 'Their reference',
    onCard: true,
    width: 98,
    wide: 'first',
    cell: (one) => <span className="code sub">{one.supplier_reference}</span>,
    title: (one) => one.supplier_reference ?? '',
  },
  {
    key: 'created_at',
    heading: 'Created',
    onCard: true,
    width: 84,
    wide: true,
    orderBy: 'created_at',
    firstOrder: 'desc',
    cell: (one) => <DateText value={one.created_at} form="list" />,
  },
  { key: 'due_on', heading: 'Due', width: 160, orderBy: 'due_on', cell: (one) => <Due one={one} /> },
  { key: 'ordered', heading: 'Ordered', width: 76, align: 'num', cell: (one) => formatCount(one.qty_requested) },
  { key: 'received', heading: 'Received', width: 132, wide: true, cell: (one) => <Received one={one} /> },
  { key: 'status_description', heading: 'Status', width: 116, cell: (one) => <StageText one={one} /> },
  ...(seesCosts
    ? [
        {
          key: 'sub_total',
          heading: 'Sub Total',
          onCard: true as const,
          width: 148,
          align: 'num' as const,
          wide: true,
          cell: (one: PurchaseOrderListItem) => <Money pence={one.sub_total} />,
        },
      ]
    : []),
  {
    key: 'pdf',
    heading: 'PDF',
    onCard: true,
    hiddenHeading: true,
    width: 52,
    cell: (one) => (
      <a href={purchaseOrderUrl(one)} target="_blank" rel="noreferrer" aria-label={`PDF of ${one.our_reference}`}>
        PDF
      </a>
    ),
  },
];

/** The purchase orders and work orders, newest first; search and stage are in the address. */
export default function PurchaseOrderList() {
  const { can } = useSession();
  const [seesSuppliers, mayEdit] = [can('see_suppliers'), can('edit_purchase_orders')];
  const list = useListState({
    orderBy: 'created_at',
    sortedBy: 'desc',
    per_page: limits.purchase_orders_page,
    filters: ['stage', 'late', 'arriving', ...supplierFilters],
  });
  const { stage = '', late: isLate, supplierId } = list.filters;
  const narrowed = { ...(list.search && { search: list.search }), ...(supplierId && { supplier_id: supplierId }) };
  const counts = useQuery({
    queryKey: ['purchase-orders', 'counts', narrowed],
    queryFn: ({ signal }) => readCounts(narrowed, signal),
    placeholderData: keepPreviousData,
  }).data;
  return (
    <Page
      title="Purchase orders"
      fill
      sub={
        counts && (
          <>
            {formatCount(openCount(counts))} open
            {counts.late > 0 && (
              <>
                , <strong className="t-warn">{formatCount(counts.late)} late</strong>
              </>
            )}
          </>
        )
      }
      actions={
        mayEdit ? (
          <ButtonLink to="/admin/reports/shortfall" look="quiet">
            Shortfall
          </ButtonLink>
        ) : undefined
      }
      primary={mayEdit ? <CreateLink to="/admin/purchase-orders/create">Create Purchase Order</CreateLink> : undefined}
    >
      <DataTable
        noun={['purchase order', 'purchase orders']}
        list={list}
        exports={{ path: '/admin/purchase-orders/export', query: supplierQuery(list.query) }}
        queryKey={['purchase-orders', 'list']}
        views={listViews('purchase_orders')}
        load={(query, signal) => readPurchaseOrders(supplierQuery(query), signal)}
        searchPlaceholder={seesSuppliers ? 'PO, supplier, reference or product' : 'PO, reference or product'}
        tools={
          <>
            {seesSuppliers && <SupplierFilter list={list} className="purchase-supplier" />}
            {list.filters.arriving && <AppliedFilter words="Due today or earlier" onRemove={() => list.set({ arriving: '' })} />}
            <Segments label="Stage" value={isLate ? 'late' : stage} onChange={(value) => list.set(filterOf(value))} segments={segmentsOf(counts)} />
          </>
        }
        keys={' '}
        columns={columnsFor(seesSuppliers, can('see_costs'))}
        rowId={({ id }) => String(id)}
        rowName={({ our_reference }) => `purchase order ${our_reference}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              <Reference one={one} />
              <span className="push">
                <Stage one={one} />
              </span>
            </div>
            <div className="line sub text-md">
              <span className="cut grow">{one.supplier?.name ?? one.account?.name}</span>
              <span className="nowrap">{countText(one.qty_requested, 'item')}</span>
            </div>
            <div className="line sub text-md">
              <Due one={one} />
              <span className="push">
                <Received one={one} />
              </span>
            </div>
          </>
        )}
        empty="No Purchase Orders Found"
        emptyHint={mayEdit ? <p>The shortfall makes drafts of what is needed, or Create Purchase Order begins one.</p> : undefined}
      />
    </Page>
  );
}
