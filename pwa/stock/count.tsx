import { useCallback, useState } from 'react';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { stringQuery } from '../api/string-query.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Page } from '../ui/page.tsx';
import { useStore } from '../ui/store.ts';
import { useListState } from '../ui/use-list-state.ts';
import { stock, type ToCount } from './client.ts';
import { CountDialog } from './count-dialog.tsx';
import './stock.css';
import { skuName } from './stock-words.ts';
import { type Countable, useCountScan } from './use-count-scan.ts';

const why: Record<ToCount['why'], string> = { short_pick: 'Not found by a picker', asked: 'Asked for' };
const nameOf = (product: Countable): string => skuName({ ...product, variation_colour: product.colour });

/** Shelves to be counted, in walking order. The person who counts does not see what should be there. */
export default function CountStock() {
  const list = useListState({ orderBy: 'bin', sortedBy: 'asc', per_page: 100 });
  const online = useStore(reachable);
  const [filter, setShown] = useState<Countable | null>(null);
  /** The products of the bin that was scanned. */
  const [binned, setBinned] = useState<{ code: string; skus: Countable[] } | null>(null);
  const [isDraft, setDraft] = useState(false);
  const close = useCallback(() => {
    setShown(null);
    setDraft(false);
  }, []);
  useCountScan({
    open: filter,
    isDraft,
    show: (code, skus) => {
      setShown(skus.length === 1 ? (skus[0] ?? null) : null);
      setBinned(skus.length === 1 ? null : { code, skus });
    },
  });
  return (
    <Page title="Count stock" sub="Scan a SKU or a bin, or choose a shelf" back="/admin/stock" actions={<CameraButton />} fill>
      {!online && (
        <Banner tone="warn">
          <p>No network: shelves cannot be looked up or counted now. What you have entered stays here.</p>
        </Banner>
      )}
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
          { key: 'size', heading: 'Size', width: 96, cell: (row) => row.product.size },
          {
            key: 'name',
            heading: 'Product',
            minWidth: 220,
            cell: (row) => [row.product.name, row.product.colour].filter(Boolean).join(', '),
            title: ({ product }) => nameOf(product),
          },
          { key: 'why', heading: 'Why', width: 170, wide: true, cell: (row) => why[row.why] },
          { key: 'since', heading: 'Since', width: 180, wide: 'first', cell: (row) => <DateText value={row.since} form="moment" /> },
          {
            key: 'count',
            heading: 'Count',
            hiddenHeading: true,
            width: 120,
            cell: (row) => (
              <Button onClick={() => setShown(row.product)}>
                Count<span className="sr"> {nameOf(row.product)}</span>
              </Button>
            ),
          },
        ]}
        rowId={(row) => String(row.product.id)}
        rowName={({ product }) => nameOf(product)}
        card={(row) => (
          <>
            <span className="line">
              <BinPlate bin={row.product.bin} />
              <span className="code strong cut">{row.product.sku}</span>
              <span className="push">
                <Button onClick={() => setShown(row.product)}>
                  Count<span className="sr"> {nameOf(row.product)}</span>
                </Button>
              </span>
            </span>
            <span className="cut">{nameOf(row.product)}</span>
            <span className="sub">
              {why[row.why]}, <DateText value={row.since} form="moment" />
            </span>
          </>
        )}
        empty="Nothing to count"
        emptyHint={<p>A shelf appears here when a picker finds less than was allocated, or when somebody requests a count.</p>}
      />
      {filter && (
        <CountDialog
          key={filter.id}
          id={filter.id}
          name={filter.sku}
          title={nameOf(filter)}
          {...(binned && { back: `Back to ${binned.code}` })}
          onClose={close}
          onDraft={setDraft}
        >
          <p className="line">
            <BinPlate bin={filter.bin} />
            <span className="code">{filter.sku}</span>
          </p>
        </CountDialog>
      )}
      {binned && !filter && (
        <Dialog
          open
          onClose={() => setBinned(null)}
          title={`In ${binned.code}`}
          description={countText(binned.skus.length, 'SKU')}
          actions={<Button onClick={() => setBinned(null)}>Close</Button>}
        >
          <ul className="rows">
            {binned.skus.map((sku) => (
              <li key={sku.id} className="row count-row">
                <span className="grow">
                  <span className="code strong">{sku.sku}</span>
                  <span className="sub cut">{nameOf(sku)}</span>
                </span>
                <Button onClick={() => setShown(sku)}>
                  Count<span className="sr"> {nameOf(sku)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </Page>
  );
}
