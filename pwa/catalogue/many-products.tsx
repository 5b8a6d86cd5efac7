import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkProducts } from '../../shared/catalogue/bulk-products.ts';
import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { parseTypedDate } from '../../shared/parse-typed-date.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { BatchDialog } from '../api/batch-dialog.tsx';
import { type ChosenSupplier, SupplierChoice } from '../api/supplier-choice.tsx';
import { useBatches } from '../api/use-batches.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { Select } from '../ui/field.tsx';
import { changeProducts } from './client.ts';

/** An action on many products at once. */
export type ProductAction = 'publish' | 'unpublish' | 'category' | 'supplier' | 'discontinue';

/** How many products are sent in one request, so that the progress bar moves several times a second. */
const AT_ONCE = 100;

/** How many products are named; further products are only counted. */
const NAMED = 10;

interface ManyProductsProps {
  action: ProductAction;
  products: readonly { id: number; name: string }[];
  categories: readonly { id: number; name: string }[];
  onClose: (isDone: boolean) => void;
}

const titles: Record<ProductAction, (count: string) => string> = {
  publish: (count) => `Publish ${count}`,
  unpublish: (count) => `Unpublish ${count}?`,
  category: (count) => `Category of ${count}`,
  supplier: (count) => `Supplier of ${count}`,
  discontinue: (count) => `Discontinue ${count}?`,
};

/** Changes one field of many products, and shows the result of each by its SKU. */
export function ManyProducts({ action, products, categories, onClose }: ManyProductsProps) {
  const [category, setCategory] = useState('');
  const [supplier, setSupplier] = useState<ChosenSupplier | null>(null);
  const [day, setDay] = useState(() => ukDate(new Date().toISOString()));
  const asksAboutOrders = action === 'unpublish' || action === 'discontinue';
  const ids = products.map(({ id }) => id);
  const inUse = useQuery({
    queryKey: ['products', 'in-use', ids],
    queryFn: async () => (await changeProducts({ ids, change: { is_published: false }, preview: true })).preview,
    enabled: asksAboutOrders && ids.length <= limits.bulk_products,
  });
  const changes: Record<ProductAction, BulkProducts['change']> = {
    publish: { is_published: true },
    unpublish: { is_published: false },
    category: { category_id: category === '' ? null : Number(category) },
    supplier: { supplier_id: supplier?.id ?? null },
    discontinue: { push_discontinued_at: day || null },
  };
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const batches = useBatches({
    items: products,
    idOf: ({ id }) => String(id),
    size: AT_ONCE,
    refresh: [['products'], ['product'], ['stock']],
    send: async (some, options) => {
      const { results } = await changeProducts({ ids: some.map(({ id }) => id), change: changes[action], preview: false }, options);
      return results.map(({ id, ok, message }) => ({ id: String(id), name: names.get(id) ?? `Product ${id}`, is_done: ok, message }));
    },
  });
  const count = countText(products.length, 'product');
  const { orders = 0, drafts = 0 } = inUse.data ?? {};
  const holds = [orders > 0 && countText(orders, 'open order'), drafts > 0 && countText(drafts, 'draft')].filter(Boolean).join(' and ');
  const isHeld = orders + drafts > 0;
  const usageText = isHeld ? `${holds} ${orders + drafts === 1 ? 'holds' : 'hold'} some of them. ` : 'No open order and no draft holds any of them. ';
  const namesText = listText(
    products.length > NAMED + 1
      ? [...products.slice(0, NAMED).map(({ name }) => name), `${products.length - NAMED} others`]
      : products.map(({ name }) => name),
  );
  const asks: Record<ProductAction, string> = {
    publish: 'They and all their SKUs are offered by the clothing sets that hold them.',
    unpublish: `${namesText}, with all their SKUs. ${usageText}Clothing sets do not offer them any more; submitted orders keep their lines, and drafts cannot be submitted with them.`,
    category: 'SKUs that are in the same category as their product go with it.',
    supplier: 'SKUs that have the same supplier as their product go with it. Open purchase orders stay as they are.',
    discontinue: `${namesText}, with all their SKUs. ${usageText}From the day below they cannot be ordered. A SKU is removed when nothing needs it any more. Until then, the list of discontinued products says what it waits for.`,
  };
  const waits =
    products.length > limits.bulk_products
      ? messages.too_many_products(limits.bulk_products)
      : asksAboutOrders && !inUse.data
        ? inUse.isError
          ? 'The orders that hold them cannot be read.'
          : 'Looking for orders that hold them.'
        : action === 'supplier' && !supplier
          ? 'Choose a supplier.'
          : day !== '' && !parseTypedDate(day)
            ? messages.day_invalid
            : null;
  const starts: Record<ProductAction, string> = {
    publish: `Publish ${formatCount(products.length)}`,
    unpublish: `Unpublish ${formatCount(products.length)}`,
    category: `Change ${formatCount(products.length)}`,
    supplier: `Change ${formatCount(products.length)}`,
    discontinue: day === '' ? `Keep selling ${formatCount(products.length)}` : `Discontinue ${formatCount(products.length)}`,
  };
  return (
    <BatchDialog
      batches={batches}
      noun="product"
      hasCodes
      title={titles[action](count)}
      ask={asks[action]}
      start={starts[action]}
      look={action === 'unpublish' || (action === 'discontinue' && day !== '') ? 'destroy' : 'primary'}
      cancel="Leave them as they are"
      waits={waits}
      csv={{ file: `${action}-results.csv`, heading: 'sku' }}
      onClose={onClose}
    >
      {action === 'category' && (
        <Select
          label="Category"
          value={category}
          onChange={({ target }) => setCategory(target.value)}
          placeholder="No category"
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {action === 'supplier' && <SupplierChoice required value={supplier} onChange={setSupplier} />}
      {action === 'discontinue' && (
        <DateField label="First day without them" hint="Empty: they stay on sale" value={day} onChange={({ target }) => setDay(target.value)} />
      )}
    </BatchDialog>
  );
}
