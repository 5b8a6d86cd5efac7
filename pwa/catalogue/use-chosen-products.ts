import { useRef, useState } from 'react';
import { ukDate } from '../../shared/uk-time.ts';
import { useWrite } from '../api/use-write.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { useListPlace } from '../ui/list-memory.ts';
import { saveFile } from '../ui/save-file.ts';
import { exportProducts, type FoundProduct, type ProductListQuery, readMatching } from './client.ts';

/** Says how many products are chosen, and how many SKUs they have if the details of all of them are loaded. */
function chosenText(ids: ReadonlySet<string>, details: ReadonlyMap<string, { children_count: number }>): string {
  let skus = 0;
  for (const id of ids) {
    const product = details.get(id);
    if (!product) return countText(ids.size, 'product');
    skus += product.children_count;
  }
  return [countText(ids.size, 'product'), ...(skus ? [countText(skus, 'SKU')] : [])].join(', ');
}

/** The products that are chosen in the list. `query` is the query of the list, by which a person can choose the products of all pages. */
export function useChosenProducts(query: ProductListQuery) {
  const place = useListPlace();
  const [ids, setIds] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const details = useRef(new Map<string, { sku: string; children_count: number }>());
  const keep = (products: readonly Pick<FoundProduct, 'id' | 'sku' | 'children_count'>[]): void => {
    for (const { id, sku, children_count } of products) details.current.set(String(id), { sku, children_count });
  };
  const matching = useWrite({
    send: () => readMatching(query),
    success: ({ products, is_cut }) => (is_cut ? `Only the first ${formatCount(products.length)} are chosen.` : undefined),
    onSaved: ({ products }) => {
      keep(products);
      setIds(new Set(products.map(({ id }) => String(id))));
    },
  });
  const file = useWrite({
    send: () => exportProducts([...ids].map(Number)),
    onSaved: (content) => saveFile(`products-${ukDate(new Date().toISOString())}.csv`, content),
  });
  return {
    ids,
    setIds,
    /** Stores the SKU and the number of SKUs of each product on the screen, for the texts about chosen products. */
    keep,
    products: [...ids].map((id) => ({ id: Number(id), name: details.current.get(id)?.sku ?? `Product ${id}` })),
    text: chosenText(ids, details.current),
    chooseAll: () => void matching.write(),
    exportAll: () => void file.write(),
    busy: { chooseAll: matching.busy, exportAll: file.busy },
  };
}
export type ChosenProducts = ReturnType<typeof useChosenProducts>;
