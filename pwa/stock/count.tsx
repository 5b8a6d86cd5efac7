import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { stock, type ToCount } from './client.ts';
import { CountForm } from './count-form.tsx';
import './stock.css';
import { skuName } from './stock-words.ts';

const why: Record<ToCount['why'], string> = { short_pick: 'Not found by a picker', asked: 'Asked for' };
const nameOf = ({ product }: ToCount): string => skuName({ ...product, variation_colour: product.colour });

/** Shelves that want counting, in walking order. Whoever counts is not told what should be there. */
export default function CountStock() {
  const list = useListState({ orderBy: 'bin', sortedBy: 'asc', per_page: 100 });
  const [shown, setShown] = useState<ToCount | null>(null);
  return (
    <Page title="Count stock" sub="Enter what is on the shelf" back="/admin/stock" fill>
      <DataTable
        noun={['shelf', 'shelves']}
        list={list}
        queryKey={['stock', 'to-count']}
        refetchInterval={15_000}
        load={(query, signal) => answer(stock['to-count'].$get({ query: stringQuery(query) }, { init: { signal } }))}
        searchPlaceholder="SKU, name or bin"
        columns={[
          { key: 'bin', heading: 'Bin', width: 104, orderBy: 'bin', cell: (row) => <BinPlate bin={row.product.bin} /> },
          { key: 'sku', heading: 'SKU', width: 170, cell: (row) => <span className="code strong">{row.product.sku}</span> },
          { key: 'size', heading: 'Size', width: 72, cell: (row) => row.product.size },
          {
            key: 'name',
            heading: 'Product',
            minWidth: 200,
            cell: (row) => [row.product.name, row.product.colour].filter(Boolean).join(', '),
            title: nameOf,
          },
          { key: 'why', heading: 'Why', width: 170, cell: (row) => why[row.why] },
          { key: 'since', heading: 'Since', width: 140, wide: true, cell: (row) => <DateText value={row.since} form="moment" /> },
          {
            key: 'count',
            heading: 'Count',
            hiddenHeading: true,
            width: 96,
            cell: (row) => (
              <Button size="sm" onClick={() => setShown(row)}>
                Count<span className="sr"> {nameOf(row)}</span>
              </Button>
            ),
          },
        ]}
        rowId={(row) => String(row.product.id)}
        rowName={nameOf}
        card={(row) => (
          <>
            <span className="line">
              <BinPlate bin={row.product.bin} />
              <span className="code strong cut">{row.product.sku}</span>
              <span className="push">
                <Button onClick={() => setShown(row)}>
                  Count<span className="sr"> {nameOf(row)}</span>
                </Button>
              </span>
            </span>
            <span className="cut">{nameOf(row)}</span>
            <span className="sub">
              {why[row.why]}, <DateText value={row.since} form="moment" />
            </span>
          </>
        )}
        empty="Nothing to count"
        emptyHint={<p>A shelf comes here when a picker finds less on it than was promised, or when somebody asks for it to be counted.</p>}
      />
      {shown && (
        <Dialog open onClose={() => setShown(null)} title={nameOf(shown)} actions={<Button onClick={() => setShown(null)}>Close</Button>}>
          <div className="flow">
            <p className="line">
              <BinPlate bin={shown.product.bin} />
              <span className="code">{shown.product.sku}</span>
            </p>
            <CountForm id={shown.product.id} name={shown.product.sku} />
          </div>
        </Dialog>
      )}
    </Page>
  );
}
