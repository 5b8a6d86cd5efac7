import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type ListedSupplierReturn, readSupplierReturns } from './client.ts';
import './supplier-returns.css';

const edit = ({ id }: ListedSupplierReturn): string => `/admin/supplier-returns/${id}/edit`;
const stages = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'approved', label: 'Approved' },
];

/** When a return was approved, or that it is a draft. */
const Approved = ({ one }: { one: ListedSupplierReturn }) =>
  one.approved_at ? <DateText value={one.approved_at} form="list" /> : <Badge tone="line-only">Draft</Badge>;

/** The returns to suppliers, newest first; search and stage are in the address. */
export default function SupplierReturnList() {
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: limits.supplier_returns_page, filters: ['stage'] });
  const number = (one: ListedSupplierReturn) => (
    <Link className="code strong" to={edit(one)}>
      {one.supplier_return_number}
    </Link>
  );
  return (
    <Page title="Supplier returns" fill primary={<CreateLink to="/admin/supplier-returns/create">Create Supplier Return</CreateLink>}>
      <DataTable
        noun={['supplier return', 'supplier returns']}
        list={list}
        exports={{ path: '/admin/supplier-returns/export' }}
        queryKey={['supplier-returns', 'list']}
        load={readSupplierReturns}
        searchPlaceholder="Number, supplier, SKU or name"
        tools={<Segments label="Stage" value={list.filters.stage ?? ''} onChange={(stage) => list.set({ stage })} segments={stages} />}
        columns={[
          { key: 'number', heading: 'Number', width: 96, orderBy: 'id', firstOrder: 'desc', cell: number },
          { key: 'supplier', heading: 'Supplier', orderBy: 'supplier', cell: (one) => one.supplier.name, title: (one) => one.supplier.name },
          { key: 'lines', heading: 'Lines', onCard: true, width: 72, align: 'num', wide: true, cell: (one) => one.qty_lines },
          { key: 'items', heading: 'Items', width: 72, align: 'num', cell: (one) => one.qty_requested },
          {
            key: 'created',
            heading: 'Created',
            width: 112,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (one) => <DateText value={one.created_at} form="list" />,
          },
          { key: 'creator', heading: 'Creator', onCard: true, cell: (one) => one.creator.name, title: (one) => one.creator.name },
          { key: 'approved', heading: 'Approved', width: 112, orderBy: 'approved_at', firstOrder: 'desc', cell: (one) => <Approved one={one} /> },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ supplier_return_number }) => `supplier return ${supplier_return_number}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              {number(one)}
              <span className="sub text-md">
                <DateText value={one.created_at} form="list" />
              </span>
              <span className="push">
                {one.approved_at ? (
                  <Badge tone="done" icon="check">
                    Approved
                  </Badge>
                ) : (
                  <Badge tone="line-only">Draft</Badge>
                )}
              </span>
            </div>
            <div className="line sub text-md">
              <span className="cut grow">{one.supplier.name}</span>
              <span className="nowrap">{countText(one.qty_requested, 'item')}</span>
            </div>
          </>
        )}
        empty="No Supplier Returns"
        emptyHint={<p>Goods that are faulty, wrong or too many go back from here.</p>}
      />
    </Page>
  );
}
