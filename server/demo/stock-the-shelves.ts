import { move } from '../stock/move.ts';
import type { DemoWorld } from './demo-world.ts';

/** The opening stock on the shelves. */
export interface FirstStock {
  /** Items by SKU. */
  qty: Map<number, number>;
  /** SKUs of which there are none or few. */
  short: Set<number>;
}

/** Post the opening stock to the ledger: plenty of most SKUs, little of some SKUs, and none of a few. */
export async function stockTheShelves(world: DemoWorld): Promise<FirstStock> {
  const { random, catalogue } = world;
  const [office] = world.staff('super');
  if (!office) throw new Error('The demo needs one person who counts the opening stock');
  const wearersBySku = new Map<number, number>();
  for (const { people } of world.people.accounts)
    for (const { offers } of people) for (const { variation } of offers) wearersBySku.set(variation.id, (wearersBySku.get(variation.id) ?? 0) + 1);

  const short = new Set<number>();
  const stockCounts = catalogue.variations.map(({ id, is_ending }) => {
    const luck = random.next();
    const plenty = random.whole(8, 24) + 2 * (wearersBySku.get(id) ?? 0);
    const qty = is_ending || luck < 0.07 ? (luck < 0.05 ? 0 : random.whole(1, 3)) : luck < 0.16 ? random.whole(1, 5) : plenty;
    if (qty < 6 && !is_ending) short.add(id);
    return { product_id: id, type: 'ADJUSTMENT' as const, qty, reason: 'Opening count' };
  });
  const here = stockCounts.filter(({ qty }) => qty > 0);
  for (let at = 0; at < here.length; at += 300) await move(world.as(office), here.slice(at, at + 300));
  return { qty: new Map(stockCounts.map(({ product_id, qty }) => [product_id, qty])), short };
}
