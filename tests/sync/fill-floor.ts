import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/db/db.ts';
import { orderEmployees, orderLines, orders, pickLines, picks, products, type sites, stockLevels, users } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { insertWithIds } from '../insert-with-ids.ts';

/** The owner of the floor: a client with a site, and a style under which the SKUs are created. */
export interface FloorOf {
  account_id: number;
  site: Pick<typeof sites.$inferSelect, 'id' | 'delivery_address'>;
  style_id: number;
  created_at: string;
}

/** Creates `size` orders of `lines` lines each for a few wearers, with up to 900 SKUs, all released to picking. */
export async function fillFloor(db: Db, { account_id, site, style_id, created_at }: FloorOf, size: number, lines = 10) {
  const skus = await insertWithIds(
    db,
    products,
    Array.from({ length: Math.min(900, size * 3) }, (_, i) => ({
      ...{ parent_id: style_id, sku: `POLO-${account_id}-${i}`, name: 'Heavyweight Polo Shirt', price: 1250, cost: 610, created_at },
      ...{
        variation_colour: ['Navy', 'Black', 'Hi-Vis Yellow', 'Royal Blue'][i % 4],
        colour_hex: '#1f2c4d',
        variation_size_1: `${34 + (i % 12) * 2}`,
      },
      ...{
        bin: `${'ABCDEF'[i % 6]}-${String(i % 30).padStart(2, '0')}-${i % 5}`,
        barcode: `50${String(account_id).padStart(4, '0')}${String(i).padStart(7, '0')}`,
      },
    })),
  );
  const levels = skus.map((product_id) => ({ product_id, qty_available: 500, qty_allocated: 100 }));
  await insertMany(db, stockLevels, levels);
  const wearers = await insertWithIds(
    db,
    users,
    Array.from({ length: Math.min(600, size * 2) }, (_, i) => ({
      ...{
        account_id,
        role: 'employee' as const,
        forenames: ['Amelia', 'Oliver', 'Isla', 'George', 'Priya'][i % 5] ?? '',
        surname: `Whitaker ${i}`,
      },
      ...{ employee_number: `FL${1000 + i}`, created_at },
    })),
  );
  const requester_id = wearers[0] ?? 0;
  const rows = await insertWithIds(
    db,
    orders,
    Array.from({ length: size }, (_, i) => ({
      ...{
        uuid: randomUUID(),
        account_id,
        creator_id: requester_id,
        requester_id,
        delivery_site_id: site.id,
        delivery_address: site.delivery_address,
      },
      ...{ contact_name: `Contact ${i % 20}`, submitted_at: created_at, status: 'allocated' as const, created_at, status_since: created_at },
    })),
  );
  const wearerOf = (order: number, line: number): number => wearers[(order * 2 + (line % 2)) % wearers.length] ?? 0;
  const worn = rows.flatMap((order_id, i) => [...new Set([wearerOf(i, 0), wearerOf(i, 1)])].map((employee_id) => ({ order_id, employee_id })));
  await insertMany(db, orderEmployees, worn);
  const lineRows = rows.flatMap((order_id, i) =>
    Array.from({ length: lines }, (_, l) => ({
      ...{ order_id, employee_id: wearerOf(i, l), product_id: skus[(i * 7 + l * 13) % skus.length] ?? 0, product_name: 'Heavyweight Polo Shirt' },
      ...{ decoration: l % 3 ? null : 'Logo left chest', qty_requested: 2, qty_allocated: 2, unit_price: 1250, vat_rate: 20 },
      ...{ is_size_selected: true, created_at },
    })),
  );
  const line_ids = await insertWithIds(db, orderLines, lineRows);
  const pickRows = await insertWithIds(
    db,
    picks,
    rows.map((order_id) => ({ order_id, released_at: created_at })),
  );
  await insertMany(
    db,
    pickLines,
    lineRows.map(({ order_id, product_id }, i) => ({
      ...{ pick_id: pickRows[rows.indexOf(order_id)] ?? 0, order_line_id: line_ids[i] ?? 0, product_id, qty_allocated: 2 },
    })),
  );
  return { orders: rows, picks: pickRows };
}
