import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import type { Supplier } from '../../shared/suppliers/supplier.ts';
import { Alphabet } from '../ui/alphabet.tsx';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { readSuppliers } from './client.ts';

const edit = ({ id }: Supplier): string => `/admin/suppliers/${id}/edit`;
const stages = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'archived', label: 'Archived' },
];

/** The suppliers by name; search, stage and letter are in the address. */
export default function SupplierList() {
  const list = useListState({ orderBy: 'name', per_page: limits.suppliers_page, filters: ['stage', 'letter'] });
  const isPhone = useIsPhone();
  const name = (one: Supplier) => (
    <Link className="strong cut" to={edit(one)}>
      {one.name}
    </Link>
  );
  return (
    <Page
      title="Suppliers"
      fill
      primary={
        <ButtonLink to="/admin/suppliers/create" look="primary" icon="plus" block={isPhone}>
          Create Supplier
        </ButtonLink>
      }
    >
      <DataTable
        noun={['supplier', 'suppliers']}
        list={list}
        queryKey={['suppliers', 'list']}
        load={readSuppliers}
        searchPlaceholder="Name, code or contact"
        tools={
          <>
            <Segments label="Stage" value={list.filters.stage ?? ''} onChange={(stage) => list.set({ stage })} segments={stages} />
            <Alphabet value={list.filters.letter ?? ''} onChange={(letter) => list.set({ letter })} />
          </>
        }
        columns={[
          { key: 'name', heading: 'Name', orderBy: 'name', cell: name, title: (one) => one.name },
          { key: 'code', heading: 'Supplier Code', width: 128, orderBy: 'code', cell: ({ code }) => <span className="code">{code}</span> },
          { key: 'orders', heading: 'Open POs', width: 92, align: 'num', cell: (one) => one.purchase_orders_count },
          { key: 'postcode', heading: 'Postcode', width: 104, wide: true, cell: (one) => one.address_line_4 },
          {
            key: 'contact',
            heading: 'Contact Name',
            orderBy: 'contact_name',
            cell: (one) => one.contact_name,
            title: (one) => one.contact_name ?? '',
          },
          {
            key: 'email',
            heading: 'Contact Email',
            minWidth: 200,
            wide: 'first',
            cell: (one) => one.sales_email,
            title: (one) => one.sales_email ?? '',
          },
          { key: 'phone', heading: 'Contact Phone', width: 136, wide: true, cell: (one) => one.sales_phone },
          { key: 'status', heading: 'Status', width: 96, cell: (one) => one.status_description },
          { key: 'work_order', heading: 'WO', width: 56, wide: true, cell: ({ work_order }) => <WorkOrder yes={work_order} /> },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => `supplier ${name}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push code note">{one.code}</span>
              {one.archived && <Badge tone="line-only">Archived</Badge>}
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

const WorkOrder = ({ yes }: { yes: boolean }) => (
  <span className={yes ? undefined : 'note'} role="img" aria-label={yes ? 'Work orders' : 'No work orders'}>
    <Icon name={yes ? 'check' : 'x'} />
  </span>
);
