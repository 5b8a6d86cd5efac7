import { newPriceChange } from '../../shared/catalogue/price-change.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { createPriceChange } from '../catalogue/price-changes.ts';
import type { DemoWorld } from './demo-world.ts';

/** Days from today until the prices of one supplier change. */
const AHEAD = 37;

/** Schedule a supplier's higher prices, so that the list of price changes has a pending one. */
export async function schedulePrices(world: DemoWorld): Promise<void> {
  const [buyer] = world.staff('super');
  const supplier_id = world.catalogue.supplier_ids.get('PEN');
  if (!buyer || supplier_id === undefined) throw new Error('The demo needs one person who buys, and the supplier whose prices rise');
  const effective_on = ukDate(new Date(world.today.getTime() + AHEAD * 24 * 3_600_000).toISOString());
  await createPriceChange(world.as(buyer), newPriceChange.parse({ filter: { supplier_id }, field: 'price', percent: 4, effective_on }));
}
