import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { asApiError } from '../api/api-error.ts';
import { BatchDialog } from '../api/batch-dialog.tsx';
import { readInUse } from '../api/catalogue.ts';
import { type ChosenSupplier, SupplierChoice } from '../api/supplier-choice.tsx';
import { once } from '../api/transport.ts';
import { type BatchResult, useBatches } from '../api/use-batches.ts';
import { countText } from '../ui/count-text.ts';
import { Select, TextField } from '../ui/field.tsx';
import { type FieldChange, saveField } from './client.ts';

/** What is done to many products at once. */
export type ProductAction = 'publish' | 'unpublish' | 'category' | 'supplier' | 'discontinue';

/** How many are sent before the bar moves. */
const AT_ONCE = 5;

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
  const [day, setDay] = useState('');
  const asksAboutOrders = action === 'unpublish' || action === 'discontinue';
  const ids = products.map(({ id }) => id);
  const inUse = useQuery({
    queryKey: ['products', 'in-use', ids],
    queryFn: ({ signal }) => readInUse(ids, signal),
    enabled: asksAboutOrders && ids.length <= limits.products_at_once,
  });
  const changes: Record<ProductAction, Pick<FieldChange, 'field' | 'value'>> = {
    publish: { field: 'is_published', value: true },
    unpublish: { field: 'is_published', value: false },
    category: { field: 'category_id', value: category === '' ? null : Number(category) },
    supplier: { field: 'supplier_id', value: supplier?.id ?? null },
    discontinue: { field: 'push_discontinued_at', value: day || null },
  };
  const batches = useBatches({
    items: products,
    idOf: ({ id }) => String(id),
    size: AT_ONCE,
    refresh: [['products'], ['product'], ['stock']],
    send: async (some) => {
      const results: BatchResult[] = [];
      for (const { id, name } of some) {
        const result = { id: String(id), name };
        try {
          await saveField({ id, ...changes[action] }, once());
          results.push({ ...result, is_done: true, message: 'Changed' });
        } catch (cause) {
          const error = asApiError(cause);
          // A server that cannot be reached ends the run; a refusal is about the one product.
          if (error.status <= 0 || error.status >= 500) throw error;
          results.push({ ...result, is_done: false, message: error.first_messages.value ?? error.message });
        }
      }
      return results;
    },
  });
  const count = countText(products.length, 'product');
  const { orders = 0, drafts = 0 } = inUse.data ?? {};
  const holds = [orders > 0 && countText(orders, 'open order'), drafts > 0 && countText(drafts, 'draft')].filter(Boolean).join(' and ');
  const isHeld = orders + drafts > 0;
  const usageText = isHeld ? `${holds} ${orders + drafts === 1 ? 'holds' : 'hold'} some of them. ` : 'No open order and no draft holds any of them. ';
  const asks: Record<ProductAction, string> = {
    publish: 'They and all their SKUs are offered by the clothing sets that hold them.',
    unpublish: `${usageText}Clothing sets do not offer them any more; submitted orders keep their lines, and drafts cannot be submitted with them.`,
    category: 'SKUs that are in the same category as their product go with it.',
    supplier: 'SKUs that have the same supplier as their product go with it. Open purchase orders stay as they are.',
    discontinue: `${usageText}They cannot be ordered from the day on. Each SKU is removed once nothing needs it any more; until then the list of discontinued products says why it stays.`,
  };
  const waits =
    products.length > limits.products_at_once
      ? `Choose at most ${limits.products_at_once} products.`
      : asksAboutOrders && !inUse.data
        ? inUse.isError
          ? 'The orders that hold them cannot be read.'
          : 'Looking for orders that hold them.'
        : action === 'supplier' && !supplier
          ? 'Choose a supplier.'
          : null;
  const starts: Record<ProductAction, string> = {
    publish: `Publish ${products.length}`,
    unpublish: `Unpublish ${products.length}`,
    category: `Change ${products.length}`,
    supplier: `Change ${products.length}`,
    discontinue: day === '' ? `Sell ${products.length} on` : `Discontinue ${products.length}`,
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
        <TextField
          label="First day without them"
          type="date"
          hint="Without a day they are sold on"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
    </BatchDialog>
  );
}
