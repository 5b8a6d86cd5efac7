import { type ReactNode, useRef } from 'react';
import type { OfficeSet, SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { DataTableCards } from '../ui/data-table-cards.tsx';
import { leastWidth, splitColumns } from '../ui/data-table-columns.ts';
import { DataTableHead } from '../ui/data-table-head.tsx';
import { DataTableRows } from '../ui/data-table-rows.tsx';
import { Icon } from '../ui/icon.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useListKeys } from '../ui/use-list-keys.ts';
import type { ListState } from '../ui/use-list-state.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { saveSetProduct } from './client.ts';
import { refreshSets } from './refresh.ts';
import { type ProductActions, ProductCard, productColumns } from './set-product-cells.tsx';

/** The specification's text for a style of which a set holds no SKU that can be ordered. */
const NO_CHILDREN = 'This Clothing Set does not include any children of this product';

interface SetProductListProps {
  set: OfficeSet;
  list: ListState;
  /** Undefined until it is loaded. */
  page: PageOf<SetProduct> | undefined;
  isWaiting: boolean;
  /** True while `page` is the result of an earlier search, because the current result has not loaded yet. */
  isPlaceholder: boolean;
  /** Renders the cell that edits the price of a product. */
  price: (product: SetProduct) => ReactNode;
  actions: ProductActions;
}

/** The products of a set: a table on a desktop, cards on a phone. */
export function SetProductList({ set, list, page, isWaiting, isPlaceholder, price, actions }: SetProductListProps) {
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1160px), (1280px <= width < 1440px)');
  const scroller = useRef<HTMLElement>(null);
  useListKeys(scroller);
  const addAll = useWrite({
    send: ({ id, version }: SetProduct, options) => saveSetProduct(set.id, id)({ children: null, version }, options),
    success: ({ name, skus_held }) => `${name} has all its ${skus_held} SKUs now`,
    refresh: refreshSets,
  });
  const { open, askWhy, remove } = actions;
  const rows = page?.items ?? [];
  const under = (product: SetProduct): ReactNode =>
    product.skus_held === 0 && (
      <div className="set-childless">
        <p>
          <Icon name="alert" className="t-warn" /> <strong>{NO_CHILDREN}.</strong>{' '}
          {product.skus_count > 0 ? 'Nobody sees it.' : 'None can be ordered: they are discontinued or not published.'}
        </p>
        {product.skus_count > 0 && (
          <span className="line push">
            <Button size="sm" onClick={() => open(product.id)}>
              Choose colours and sizes
            </Button>
            <Button size="sm" busy={addAll.busy} onClick={() => void addAll.write(product)}>
              Add all {product.skus_count}
            </Button>
          </span>
        )}
      </div>
    );
  const shared = {
    rows,
    rowId: ({ id }: SetProduct) => String(id),
    rowName: ({ name }: SetProduct) => name,
    rowTone: ({ skus_held }: SetProduct) => (skus_held === 0 ? ('stuck' as const) : undefined),
    under,
  };
  if (isPhone) {
    return (
      <div className="list-cards set-cards" aria-busy={isWaiting || isPlaceholder || undefined}>
        {isWaiting ? (
          <Skeletons />
        ) : (
          <DataTableCards
            {...shared}
            actions={(one) => [
              { label: 'Edit', onSelect: () => open(one.id) },
              { label: 'Who can order it?', icon: 'user', onSelect: () => askWhy(one) },
              { label: 'Remove', icon: 'x', danger: true, onSelect: () => remove(one) },
            ]}
            card={(one) => <ProductCard product={one} set={set} price={price(one)} onOpen={() => open(one.id)} />}
          />
        )}
      </div>
    );
  }
  const { columns, more } = splitColumns(productColumns(set, isNarrow, price, actions), ({ wide }) => !(wide && isNarrow));
  return (
    <section ref={scroller} className="set-scroll" aria-busy={isWaiting || isPlaceholder || undefined} aria-label="products">
      <table className="table dense set-table" style={{ minWidth: leastWidth(columns) }} aria-rowcount={page ? page.total + 1 : undefined}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={width ? { width } : undefined} />
          ))}
        </colgroup>
        <DataTableHead columns={columns} list={list} rows={rows} rowId={shared.rowId} />
        {isWaiting ? (
          <tbody aria-hidden="true">
            <tr>
              <td colSpan={columns.length} className="set-waiting">
                <Skeletons />
              </td>
            </tr>
          </tbody>
        ) : (
          <DataTableRows
            {...shared}
            columns={columns}
            more={more}
            scroller={scroller}
            firstIndex={(list.page - 1) * list.per_page}
            onOpen={({ id }) => open(id)}
          />
        )}
      </table>
    </section>
  );
}

const widths = ['72%', '58%', '80%', '64%', '70%', '52%', '76%', '60%'];
const Skeletons = () => (
  <div className="set-skeletons" aria-hidden="true">
    {widths.map((width) => (
      <div key={width} className="line">
        <span className="tile skel" style={{ width: 32, height: 32 }} />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
);
