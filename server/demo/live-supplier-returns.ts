import { addSupplierReturnLine } from '../supplier-returns/change-lines.ts';
import { changeSupplierReturn } from '../supplier-returns/change-supplier-return.ts';
import { createSupplierReturn } from '../supplier-returns/create-supplier-return.ts';
import { returnableSkus } from '../supplier-returns/supplier-return-queries.ts';
import { aloneIn, type DemoWorld, daysAgo } from './demo-world.ts';
import type { Life } from './timeline.ts';

interface Plan {
  days_ago: number;
  supplier: string;
  /** The reason of each line; null for a line without a reason. */
  reasons: readonly (string | null)[];
  isDraft?: true;
}

const plans: readonly Plan[] = [
  { days_ago: 41, supplier: 'PEN', reasons: ['Seams open after a wash', 'Seams open after a wash'] },
  { days_ago: 17, supplier: 'BHV', reasons: ['Wrong colour delivered', null, 'Zips break'] },
  { days_ago: 2, supplier: 'CAL', reasons: ['More than was ordered', 'Marked in transit'], isDraft: true },
];

/** One return to a supplier. It is approved on the day on which it is written, unless it stays a draft. */
async function* sendBack(world: DemoWorld, { days_ago, supplier, reasons, isDraft }: Plan): Life {
  yield daysAgo(world, days_ago);
  const [buyer] = world.staff('super');
  const supplier_id = world.catalogue.supplier_ids.get(supplier);
  if (!buyer || supplier_id === undefined) return;
  const office = world.as(buyer);
  const { id } = await createSupplierReturn(office, { supplier_id });
  const { items } = await returnableSkus(office, id, undefined);
  const inStock = items.filter(({ qty_free }) => qty_free > 6);
  for (const [n, reason] of reasons.entries()) {
    const sku = inStock[(n * 7) % Math.max(1, inStock.length)];
    if (sku) await addSupplierReturnLine(office, id, { product_id: sku.id, qty_requested: 2 + n, reason });
  }
  if (!isDraft && inStock.length) await changeSupplierReturn(office, id, { approved: true });
}

/** Begin the demo's returns to suppliers. */
export function beginSupplierReturns(world: DemoWorld): void {
  for (const plan of plans) world.timeline.begin(sendBack(aloneIn(world), plan));
}
