import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { useSession } from '../session/use-session.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type ListedSku, stock } from './client.ts';
import { CountSizesDialog } from './count-sizes-dialog.tsx';
import './stock.css';
import { skuName } from './stock-words.ts';

const Free = ({ sku }: { sku: ListedSku }) => (
  <span className={sku.qty_free <= 0 && sku.on_order === 0 ? 't-warn' : undefined}>{formatCount(sku.qty_free)}</span>
);

/** Every SKU with its stock, its bin and what is coming. */
export default function StockList() {
  const { role } = useSession();
  const [isCounting, setIsCounting] = useState(false);
  const list = useListState({ orderBy: 'sku', sortedBy: 'asc', per_page: 100, filters: ['show'] });
  return (
    <Page
      title="Stock"
      sub="Free = on hand − allocated − at the decorator"
      fill
      actions={
        <>
          {role === 'super' && <Button onClick={() => setIsCounting(true)}>Count sizes</Button>}
          <ButtonLink to="/admin/stock/count">Count stock</ButtonLink>
        </>
      }
    >
      <DataTable
        noun={['SKU', 'SKUs']}
        list={list}
        exports={{ path: '/admin/stock/export' }}
        queryKey={['stock', 'skus']}
        load={(query, signal) => answer(stock.skus.$get({ query: stringQuery(query) }, { init: { signal } }))}
        searchPlaceholder="SKU, name or bin"
        columns={[
          {
            key: 'sku',
            heading: 'SKU',
            width: 176,
            orderBy: 'sku',
            cell: (row) => <span className="code strong">{row.sku}</span>,
            title: (row) => row.sku,
          },
          { key: 'size', heading: 'Size', width: 72, cell: (row) => row.size },
          { key: 'name', heading: 'Product', minWidth: 150, orderBy: 'name', cell: (row) => row.name, title: skuName },
          {
            key: 'colour',
            heading: 'Colour',
            width: 130,
            wide: true,
            cell: (row) =>
              row.variation_colour && (
                <span className="line">
                  <Swatch colour={row.colour_hex} /> {row.variation_colour}
                </span>
              ),
          },
          { key: 'bin', heading: 'Bin', width: 96, orderBy: 'bin', cell: (row) => <BinPlate bin={row.bin} /> },
          {
            key: 'available',
            heading: 'On hand',
            width: 88,
            align: 'num',
            orderBy: 'qty_available',
            firstOrder: 'desc',
            cell: (row) => formatCount(row.qty_available),
          },
          {
            key: 'allocated',
            heading: 'Allocated',
            width: 92,
            align: 'num',
            wide: true,
            orderBy: 'qty_allocated',
            firstOrder: 'desc',
            cell: (row) => formatCount(row.qty_allocated),
          },
          {
            key: 'at_decorator',
            heading: 'At decorator',
            width: 104,
            align: 'num',
            wide: true,
            cell: (row) => (row.qty_at_decorator ? formatCount(row.qty_at_decorator) : null),
          },
          { key: 'free', heading: 'Free', width: 72, align: 'num', orderBy: 'qty_free', cell: (row) => <Free sku={row} /> },
          { key: 'on_order', heading: 'On order', width: 80, align: 'num', cell: (row) => (row.on_order ? formatCount(row.on_order) : null) },
          {
            key: 'question',
            heading: 'To count',
            width: 76,
            align: 'num',
            cell: (row) => (row.qty_in_question ? <span className="t-warn">{formatCount(row.qty_in_question)}</span> : null),
          },
        ]}
        rowId={(row) => String(row.id)}
        rowName={(row) => row.sku}
        rowHref={(row) => `/admin/stock/${row.id}`}
        card={(row) => (
          <>
            <span className="line">
              <span className="code strong">{row.sku}</span>
              <span className="push">
                <BinPlate bin={row.bin} />
              </span>
            </span>
            <span>{skuName(row)}</span>
            <span className="sub">
              {formatCount(row.qty_available)} on hand, {formatCount(row.qty_allocated)} allocated,
              {row.qty_at_decorator > 0 && ` ${formatCount(row.qty_at_decorator)} at the decorator,`} {formatCount(row.qty_free)} free
              {row.on_order > 0 && `, ${formatCount(row.on_order)} on order`}
            </span>
            {row.qty_in_question > 0 && <span className="t-warn">{formatCount(row.qty_in_question)} not found by a picker</span>}
          </>
        )}
        tools={
          <Segments
            label="Show"
            value={list.filters.show ?? ''}
            onChange={(show) => list.set({ show })}
            segments={[
              { value: '', label: 'All' },
              { value: 'in_stock', label: 'In stock' },
              { value: 'none_free', label: 'None free' },
              { value: 'in_question', label: 'To count' },
            ]}
          />
        }
        empty="No SKUs to show"
        emptyHint={<p>Every size and colour of the catalogue appears here with its stock.</p>}
      />
      {isCounting && <CountSizesDialog onClose={() => setIsCounting(false)} />}
    </Page>
  );
}
