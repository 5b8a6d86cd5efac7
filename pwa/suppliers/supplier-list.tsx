import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import type { Supplier } from '../../shared/suppliers/supplier.ts';
import { Alphabet } from '../ui/alphabet.tsx';
import { countText } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { letterOf } from '../ui/letter-of.ts';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { YesNo } from '../ui/yes-no.tsx';
import { readSuppliers } from './client.ts';

const edit = ({ id }: Supplier): string => `/admin/suppliers/${id}/edit`;
const stages = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'archived', label: 'Archived' },
];
const name = (one: Supplier) => (
  <Link className="strong cut" to={edit(one)}>
    {one.name}
  </Link>
);

/** The number of a supplier's open purchase orders, as a link to all purchase orders of that supplier. */
const OpenOrders = ({ one: { name, purchase_orders_count } }: { one: Supplier }) =>
  purchase_orders_count > 0 ? (
    <Link
      to={`/admin/purchase-orders?${new URLSearchParams({ search: name })}`}
      aria-label={`${countText(purchase_orders_count, 'open PO')} of ${name}`}
    >
      {purchase_orders_count}
    </Link>
  ) : (
    purchase_orders_count
  );

/** The suppliers by name; search, stage and letter are in the address. */
export default function SupplierList() {
  const list = useListState({ orderBy: 'name', per_page: limits.suppliers_page, filters: ['stage', 'letter'] });
  return (
    <Page title="Suppliers" fill primary={<CreateLink to="/admin/suppliers/create">Create Supplier</CreateLink>}>
      <DataTable
        noun={['supplier', 'suppliers']}
        list={list}
        exports={{ path: '/admin/suppliers/export' }}
        queryKey={['suppliers', 'list']}
        load={readSuppliers}
        searchPlaceholder="Name, code or contact"
        tools={
          <>
            <Segments label="Stage" value={list.filters.stage ?? ''} onChange={(stage) => list.set({ stage })} segments={stages} />
            <Alphabet value={list.filters.letter ?? ''} onChange={(letter) => list.set({ letter })} />
          </>
        }
        group={list.orderBy === 'name' ? (one) => letterOf(one.name) : undefined}
        columns={[
          { key: 'name', heading: 'Name', orderBy: 'name', cell: name, title: (one) => one.name },
          { key: 'code', heading: 'Supplier Code', width: 128, orderBy: 'code', cell: ({ code }) => <span className="code">{code}</span> },
          { key: 'purchase_orders_count', heading: 'Open POs', width: 92, align: 'num', cell: (one) => <OpenOrders one={one} /> },
          { key: 'address_line_4', heading: 'Postcode', onCard: true, width: 104, wide: true },
          { key: 'contact_name', heading: 'Contact Name', orderBy: 'contact_name' },
          { key: 'sales_email', heading: 'Contact Email', onCard: true, minWidth: 200, wide: 'first' },
          { key: 'sales_phone', heading: 'Contact Phone', onCard: true, width: 136, wide: true },
          { key: 'status_description', heading: 'Status', onCard: true, width: 96 },
          {
            key: 'wo',
            heading: 'WO',
            onCard: true,
            width: 56,
            wide: true,
            cell: (one) => <YesNo value={one.work_order} yes="Work orders" no="No work orders" />,
          },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(one) => `supplier ${one.name}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push code note">{one.code}</span>
            </div>
            <div className="line sub text-md">
              <span className="cut grow">{one.contact_name}</span>
              <span className="nowrap">{countText(one.purchase_orders_count, 'open PO')}</span>
            </div>
          </>
        )}
        empty="No Suppliers Found"
        emptyHint={<p>Purchase orders and supplier returns need a supplier.</p>}
      />
    </Page>
  );
}
