import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { orderEmployees, orderLines, orders, type products } from '../../server/db/tables/index.ts';
import type { Address } from '../../shared/address.ts';
import { world } from '../world.ts';

const address: Address = { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };

interface OrderWanted {
  product_id: number;
  qty: number;
  decoration?: string;
  /** The index of the wearer among the order's wearers; the first by default. */
  wearer?: number;
  is_size_selected?: boolean;
}

interface About {
  account_id?: number;
  site_id?: number;
  address?: Address;
  wearers?: number;
  is_draft?: boolean;
  skip_dispatch?: boolean;
}

/** Makes a world with a super, a picker, and functions that make SKUs in stock and submitted orders. */
export async function floor() {
  const w = await world();
  const office = await w.as('super');
  const picker = await w.as('warehouse');

  /** Makes a SKU with `qty` items in stock, set by a count. */
  const stocked = async (qty: number, values: Partial<typeof products.$inferInsert> = {}) => {
    const product = await w.product(values);
    if (qty) await office.put(`/api/admin/products/${product.id}`, { field: 'qty_available', value: qty });
    return product;
  };

  /** Makes an order with these lines, submitted unless `is_draft`. */
  const createOrder = async (lines: OrderWanted[], about: About = {}) => {
    const account_id = about.account_id ?? (await w.account()).id;
    const site_id = about.site_id ?? (await w.site(account_id)).id;
    const requester = await w.user('manager', { account_id, sites: [site_id] });
    const wearers = [requester];
    while (wearers.length < (about.wearers ?? 1)) wearers.push(await w.user('employee', { account_id, sites: [site_id] }));
    return w.database.unitOfWork(async (db) => {
      const [row] = await db
        .insert(orders)
        .values({
          uuid: randomUUID(),
          account_id,
          creator_id: requester.id,
          requester_id: requester.id,
          delivery_site_id: site_id,
          delivery_address: about.address ?? address,
          contact_name: 'Ann Other',
          skip_dispatch: about.skip_dispatch ?? false,
          created_at: w.now(),
          status_since: w.now(),
          ...(about.is_draft ? {} : { submitted_at: w.now(), status: 'submitted' as const }),
        })
        .returning();
      if (!row) throw new Error('No order was made');
      await db.insert(orderEmployees).values(wearers.map(({ id }) => ({ order_id: row.id, employee_id: id })));
      const inserted = await db
        .insert(orderLines)
        .values(
          lines.map(({ product_id, qty, decoration = null, wearer = 0, is_size_selected = true }) => ({
            order_id: row.id,
            employee_id: wearers[wearer]?.id ?? requester.id,
            product_id,
            product_name: 'Garment',
            decoration,
            qty_requested: qty,
            unit_price: 1000,
            vat_rate: 20,
            is_size_selected,
            created_at: w.now(),
          })),
        )
        .returning({ id: orderLines.id });
      return { ...row, path: `/api/admin/orders/${row.uuid}`, lines: inserted.map(({ id }) => id), wearers, requester, site_id };
    });
  };

  /** Makes an order, allocates all of it and releases it to picking. */
  const released = async (lines: OrderWanted[], about: About = {}) => {
    const order = await createOrder(lines, about);
    await office.post(`${order.path}/allocate-all`);
    const { status, body } = await office.post(`${order.path}/allocate`);
    if (status !== 200) throw new Error(`Not released: ${JSON.stringify(body)}`);
    return { ...order, pick_id: body.pick_id as number, floor_path: `/api/admin/picking/orders/${order.uuid}` };
  };

  const stockOf = async (product: { sku: string }) => (await office.get(`/api/admin/stock?sku=${product.sku}`)).body.items[0];
  const statusOf = async (id: number) => (await w.database.reader.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

  return { ...w, office, picker, stocked, createOrder, released, stockOf, statusOf };
}
