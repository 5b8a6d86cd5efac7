import { z } from 'zod';
import { formatDate } from '../uk-time.ts';
import { discontinuedWords } from './discontinued-words.ts';

/** What is known of a product's future: waiting price changes, its end and its successor, what comes and who waits for it. A style sums its SKUs. */
export const lifecycle = z.object({
  id: z.int(),
  price_changes: z
    .array(z.object({ field: z.enum(['price', 'cost']), effective_on: z.string() }))
    .describe('That wait for their day, earliest first; none for those who may not change prices'),
  discontinued_at: z.string().nullable(),
  successor: z.object({ id: z.int(), sku: z.string() }).nullable().describe('Its own, else that of its style'),
  qty_coming: z.int().describe('Items that suppliers still owe'),
  purchase_orders: z.int().describe('Open purchase orders that bring them'),
  next_order: z
    .object({ id: z.int(), our_reference: z.string(), due_on: z.string().nullable() })
    .nullable()
    .describe('The purchase order that is due first'),
  qty_short: z.int().describe('Items that open orders lack'),
  orders_waiting: z.int().describe('Open orders that lack them'),
});
export type Lifecycle = z.infer<typeof lifecycle>;

/** One fact of a product's future in words, with the page that says more. */
export interface LifecycleNote {
  text: string;
  to?: string;
  isWarning?: boolean;
}

const priceNames = { price: 'Price', cost: 'Cost' } as const;
const items = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** The facts of a product's future in the order in which a buyer needs them; empty if there are none. */
export function lifecycleNotes(of: Lifecycle, now: string): LifecycleNote[] {
  const { price_changes, successor, qty_coming, purchase_orders, next_order, qty_short, orders_waiting } = of;
  const ending = discontinuedWords(of.discontinued_at, now);
  const notes: LifecycleNote[] = price_changes.map(({ field, effective_on }) => ({
    text: `${priceNames[field]} waiting from ${formatDate(effective_on, 'list')}`,
    to: '/admin/price-changes',
  }));
  if (ending) notes.push({ text: ending, isWarning: true });
  if (ending && successor) notes.push({ text: `Successor ${successor.sku}`, to: `/admin/products/${successor.id}/edit` });
  if (ending && !successor) notes.push({ text: 'No successor' });
  if (next_order) {
    const due = next_order.due_on === null ? 'without a date' : `due ${formatDate(next_order.due_on, 'list')}`;
    const others = purchase_orders > 1 ? `, first of ${items(purchase_orders, 'order')}` : '';
    notes.push({
      text: `${qty_coming.toLocaleString('en-GB')} coming on ${next_order.our_reference}, ${due}${others}`,
      to: `/admin/purchase-orders/${next_order.id}/edit`,
    });
  }
  if (qty_short > 0)
    notes.push({ text: `${items(orders_waiting, 'order waits', 'orders wait')} for ${items(qty_short, 'item')}`, isWarning: qty_short > qty_coming });
  return notes;
}

/**
 * The future of a product without what a screen already says: that the purchase order on which it stands brings it, or that orders wait for it.
 * Undefined stays undefined.
 */
export function lifecycleBesides(of: Lifecycle | undefined, known: { purchase_order_id?: number; orders_waiting?: true }): Lifecycle | undefined {
  if (!of) return undefined;
  const isSameOrder = of.next_order !== null && of.next_order.id === known.purchase_order_id;
  return { ...of, next_order: isSameOrder ? null : of.next_order, ...(known.orders_waiting && { qty_short: 0 }) };
}
