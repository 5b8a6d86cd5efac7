import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Db, run } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import {
  dispatches,
  dispatchLines,
  dispatchOrders,
  orderLines,
  orders,
  picks,
  products,
  purchaseOrderLines,
  purchaseOrders,
  stockLevels,
} from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { csvCell } from '../../shared/csv.ts';
import { messages } from '../../shared/messages.ts';
import { lineStatusText } from '../../shared/ordering/line-status-text.ts';
import type { Role } from '../../shared/roles.ts';
import { openScene } from '../endpoints/scene.ts';
import { insertWithIds } from '../insert-with-ids.ts';
import type { Caller } from '../world.ts';

type Scene = Awaited<ReturnType<typeof openScene>>;
type Row = Record<string, string>;
let s: Scene;
let office: Caller;

/**
 * Switches off the triggers that maintain spending and tablet versions until the unit of work ends. The test reads neither for these rows, and
 * on PostgreSQL the triggers take a millisecond or more for each row.
 */
async function withoutTriggers(db: Db): Promise<void> {
  if (pg) await run(db, sql`set local session_replication_role = replica`);
}

const fetchReport = async (by: Caller, path: string) => {
  const response = await by.raw(path);
  // As bytes: `text()` removes the byte order mark of UTF-8.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text };
};
const rowsOf = async (by: Caller, path: string): Promise<Row[]> => {
  const { status, text } = await fetchReport(by, path);
  expect(status, text.slice(0, 300)).toBe(200);
  return parse(text, { bom: true, columns: true }) as Row[];
};
const pence = (cell: string | undefined): number => Math.round(Number(cell) * 100);
const sum = (rows: Row[], column: string): number => rows.reduce((all, row) => all + Number(row[column]), 0);
const since = '?start=2026-11-01';

beforeAll(async () => {
  s = await openScene();
  office = s.callers.office;
});

describe('the order report', () => {
  test('has the columns and the numbers that the screens show, also for cancelled and shipped orders', async () => {
    const { uuid: shippedUuid } = await s.shipped();
    const waiting = await s.submitted(3);
    const held = await s.submitted(1);
    await office.put(`/api/admin/orders/${held}`, { is_frozen: true, frozen_reason: 'Credit stop' });
    const cancelled = await s.submitted(2);
    await s.admin.post(`/api/orders/${cancelled}/cancel`);
    const draft = await s.draft();
    await s.order(draft);

    const { text, headers } = await fetchReport(office, `/admin/reports/orders${since}`);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="order-report-submitted-2026-11-01-to-today-taken-2026-11-20.csv"');
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFForder_number,submitted_at,account,site,site_reference,requester,employee,employee_number,employee_role,budget_code,cost_code,client_po_reference,sku,product,decoration,qty_requested,qty_shipped,unit_price,sub_total,vat,total,dispatched_at,tracking_number,status,line_status',
    );
    const rows = parse(text, { bom: true, columns: true }) as Row[];
    expect(headers.get('X-Total-Rows')).toBe(String(rows.length));
    for (const uuid of [shippedUuid, waiting, held, cancelled]) {
      const { body: order } = await office.get(`/api/orders/${uuid}`);
      const orderRows = rows.filter(({ order_number }) => order_number === order.order_number);
      expect(orderRows).toHaveLength(order.lines.length);
      for (const [index, line] of order.lines.entries())
        expect(orderRows[index]).toMatchObject({
          submitted_at: '20/11/2026',
          account: order.account.name,
          site: order.delivery_site.name,
          requester: order.requester.name,
          employee: line.employee.name,
          sku: line.product.sku,
          product: line.product_name,
          qty_requested: String(line.qty_requested),
          qty_shipped: String(line.qty_shipped),
          status: order.progress_summary.status.status_name,
          line_status: lineStatusText(line.status, { today: '2026-11-20', is_submitted: true, is_held: order.is_frozen }),
        });
      for (const column of ['sub_total', 'vat', 'total'])
        expect(
          orderRows.reduce((all, row) => all + pence(row[column]), 0),
          column,
        ).toBe(order[column]);
    }
    const { body: order } = await office.get(`/api/orders/${shippedUuid}`);
    expect(rows.find(({ order_number }) => order_number === order.order_number)).toMatchObject({
      dispatched_at: '20/11/2026',
      tracking_number: 'AB123',
    });
    expect(rows.some(({ status }) => status === 'draft')).toBe(false);
  });

  test('does not count cancelled items; its amounts agree with the order and with the list of orders', async () => {
    const uuid = await s.submitted(5);
    const { id } = (await office.get(`/api/orders/${uuid}`)).body;
    // A part of the order has left, and the rest is cancelled.
    await s.database.unitOfWork(async (db) => void (await db.update(orderLines).set({ qty_shipped: 2 }).where(eq(orderLines.order_id, id))));
    expect((await s.admin.post(`/api/orders/${uuid}/cancel`)).status).toBe(200);
    const { body: order } = await office.get(`/api/orders/${uuid}`);
    const { order_number } = order;
    const of = (rows: Row[]) => rows.filter((row) => row.order_number === order_number);
    const [row, ...others] = of(await rowsOf(office, `/admin/reports/orders${since}`));
    expect(others).toEqual([]);
    expect(row).toMatchObject({ qty_requested: '2', qty_shipped: '2', status: 'shipped' });
    expect(pence(row?.sub_total)).toBe(Number(row?.qty_requested) * pence(row?.unit_price));
    expect([pence(row?.sub_total), pence(row?.vat), pence(row?.total)]).toEqual([order.sub_total, order.vat, order.total]);
    const [exportRow] = of(await rowsOf(office, `/admin/orders/export?search=${order_number}`));
    for (const column of ['qty_requested', 'qty_shipped', 'sub_total', 'vat', 'total']) expect(row?.[column], column).toBe(exportRow?.[column]);
    expect((await office.get(`/api/admin/orders?search=${order_number}`)).body.items[0].qty_total_items).toBe(2);
  });

  test('includes both its first and its last day, by UK time', async () => {
    const back = s.now();
    // In summer, half past eleven at night in UTC is the next day in the UK.
    s.setClock('2026-07-14T23:30:00.000Z');
    const { order_number } = (await office.get(`/api/orders/${await s.submitted()}`)).body;
    s.setClock(back);
    const has = async (query: string) => (await rowsOf(office, `/admin/reports/orders?${query}`)).some((row) => row.order_number === order_number);
    expect(await has('start=2026-07-15&end=2026-07-15')).toBe(true);
    expect(await has('start=2026-07-14&end=2026-07-14')).toBe(false);
    expect(await has('end=2026-07-15')).toBe(true);
    expect(await has('start=2026-07-16')).toBe(false);
  });

  test('selects lines by day of dispatch if requested', async () => {
    const back = s.now();
    s.setClock('2026-06-10T09:00:00.000Z');
    const { uuid, id } = await s.dispatched();
    s.setClock(back);
    const { order_number } = (await office.get(`/api/orders/${uuid}`)).body;
    const june = '/admin/reports/orders?start=2026-06-01&end=2026-06-30';
    const november = '/admin/reports/orders?start=2026-11-01&end=2026-11-30';
    expect(await rowsOf(office, june)).toMatchObject([{ order_number, dispatched_at: '' }]);
    expect(await rowsOf(office, `${june}&use_dispatch_date=1`)).toEqual([]);
    await s.callers.picker.put(`/api/admin/shipping/orders/dispatches/${id}`, { tracking_number: 'LATE1' });
    const has = (rows: Row[]) => rows.some((row) => row.order_number === order_number);
    expect(has(await rowsOf(office, november))).toBe(false);
    const { text, headers } = await fetchReport(office, `${november}&use_dispatch_date=1`);
    const rows = parse(text, { bom: true, columns: true }) as Row[];
    expect(rows.filter((row) => row.order_number === order_number)).toMatchObject([
      { dispatched_at: '20/11/2026', tracking_number: 'LATE1', submitted_at: '10/06/2026' },
    ]);
    expect(headers.get('X-Total-Rows')).toBe(String(rows.length));
    expect(rows.every(({ dispatched_at }) => dispatched_at?.endsWith('/11/2026'))).toBe(true);
  });

  test('prevents entered text from becoming a formula or breaking its row', async () => {
    const uuid = await s.draft();
    await s.order(uuid, s.medium.id, 1, s.admin, s.wearer.id, {});
    await s.submit(uuid, { client_po_reference: '=cmd|"/C calc"!A0', cost_code: '-7' });
    await s.database.unitOfWork(async (db) => {
      const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
      await db
        .update(orderLines)
        .set({ decoration: '@home, "here"\nand there' })
        .where(eq(orderLines.order_id, order?.id ?? 0));
    });
    const { order_number } = (await office.get(`/api/orders/${uuid}`)).body;
    const row = (await rowsOf(office, `/admin/reports/orders${since}`)).find((one) => one.order_number === order_number);
    expect(row).toMatchObject({ client_po_reference: '\'=cmd|"/C calc"!A0', cost_code: '-7', decoration: '\'@home, "here"\nand there' });
  });

  test('writes a cell as text if a spreadsheet could take it for a formula, but leaves numbers as numbers', () => {
    for (const formula of ['=1', '+1a', '-1+2', '@SUM(1)', '＝1', '＋1', '－1', '＠1', '\t=1']) expect(csvCell(formula)).toBe(`'${formula}`);
    for (const formula of ['\r=1', '\n=1']) expect(csvCell(formula)).toBe(`"'${formula}"`);
    for (const plain of ['-7', '-7.25', '0012', 'a=1', '']) expect(csvCell(plain)).toBe(plain);
  });

  test('needs an existing day as its start or its end, and the end may not be before the start', async () => {
    for (const path of ['/admin/reports/orders', '/reports/orders'])
      for (const [query, field, message] of [
        ['', 'start', messages.start_or_end],
        ['?start=&end=', 'start', messages.start_or_end],
        ['?start=2026-11-20&end=2026-11-19', 'end', messages.ends_before_start],
        ['?start=2026-02-30', 'start', null],
        ['?start=20/11/2026', 'start', null],
        ['?start=2026-11-20&use_dispatch_date=perhaps', 'use_dispatch_date', null],
      ] as const) {
        const { status, body } = await office.get(path + query);
        expect(status, query).toBe(422);
        expect(body.message).toBe(messages.invalid);
        expect(Object.keys(body.errors)).toEqual([field]);
        if (message) expect(body.errors[field]).toEqual([message]);
      }
    expect((await office.get(`/admin/reports/orders${since}&account=none`)).body.errors).toHaveProperty('account');
    expect((await office.get(`/reports/orders${since}&site=1,x`)).status).toBe(422);
    expect((await office.get(`/admin/reports/orders${since}&account=999999`)).status).toBe(404);
  });

  test('shows a client only its own orders, and a site manager only orders for the manager’s sites', async () => {
    const here = await s.submitted();
    const away = await s.draft();
    await s.order(away);
    expect((await s.submit(away, { delivery_site_id: s.elsewhere.id })).status).toBe(200);
    const numbers = async (by: Caller, query = '') =>
      new Set((await rowsOf(by, `/reports/orders${since}${query}`)).map(({ order_number }) => order_number));
    const numberOf = async (uuid: string) => (await office.get(`/api/orders/${uuid}`)).body.order_number as string;
    const [near, far] = [await numberOf(here), await numberOf(away)];
    expect((await numbers(s.admin)).has(near)).toBe(true);
    expect((await numbers(s.admin)).has(far)).toBe(true);
    expect((await numbers(s.admin, `&site=${s.elsewhere.id}`)).has(near)).toBe(false);
    expect((await numbers(s.admin, `&site=${s.elsewhere.id},${s.site.id}`)).has(near)).toBe(true);
    const local = await s.signed('site_admin');
    expect((await numbers(local)).has(near)).toBe(true);
    expect((await numbers(local)).has(far)).toBe(false);
    expect((await local.get(`/reports/orders${since}&site=${s.elsewhere.id}`)).status).toBe(404);
    expect((await rowsOf(s.callers.stranger, `/reports/orders${since}`)).length).toBe(0);
    expect((await s.callers.stranger.get(`/reports/orders${since}&site=${s.site.id}`)).status).toBe(404);
    expect((await numbers(office)).has(far)).toBe(true);
  });

  test('can be read by client and site admins; the reports of the office can be read by the office only', async () => {
    const status = async (role: Role, path: string) => {
      const by = ['super', 'warehouse', 'embroiderer'].includes(role) ? await s.as(role) : await s.signed(role);
      return (await by.raw(path)).status;
    };
    for (const role of ['manager', 'employee_with_order', 'employee', 'warehouse', 'embroiderer'] as const)
      expect(await status(role, `/reports/orders${since}`), role).toBe(403);
    for (const role of ['client_admin', 'site_admin', 'manager', 'employee', 'warehouse', 'embroiderer'] as const)
      for (const path of [`/admin/reports/orders${since}`, '/admin/reports/stock-holding/export', '/admin/reports/customer-shortfall/export'])
        expect(await status(role, path), `${role} ${path}`).toBe(403);
    expect((await s.anyone.raw(`/reports/orders${since}`)).status).toBe(401);
  });
});

describe('stock holding', () => {
  test('has the numbers of the stock screens, and costs if requested', async () => {
    const path = `/admin/reports/stock-holding/export?sku=${encodeURIComponent(s.medium.sku)}`;
    const maker = await s.supplier({ name: 'Meridian, "Work" Wear' });
    await s.database.unitOfWork(async (db) => {
      const [purchaseOrder] = await db
        .insert(purchaseOrders)
        .values({ our_reference: 'PO-00001', supplier_id: maker.id, due_on: '2026-12-04', created_at: s.now(), approved_at: s.now() })
        .returning();
      await db.insert(purchaseOrderLines).values({
        purchase_order_id: purchaseOrder?.id ?? 0,
        product_id: s.medium.id,
        qty_requested: 40,
        qty_received: 15,
        unit_price_tenths: 6000,
        is_open: true,
      });
    });
    const [stock] = (await office.get(`/api/admin/stock?sku=${encodeURIComponent(s.medium.sku)}`)).body.items;
    const rows = await rowsOf(office, path);
    const row = rows.find(({ sku }) => sku === s.medium.sku);
    expect(row).toMatchObject({
      product: stock.name,
      bin: stock.bin,
      qty_available: String(stock.qty_available),
      qty_allocated: String(stock.qty_allocated),
      qty_free: String(stock.qty_free),
      on_order: '25',
      size: 'M',
    });
    expect(stock.on_order).toBe(25);
    const columns = ['sku', 'product', 'supplier', 'colour', 'size', 'bin', 'qty_available', 'qty_allocated', 'qty_free', 'on_order'];
    expect(Object.keys(row ?? {})).toEqual(columns);
    const [costed] = (await rowsOf(office, `${path}&cost=true`)).filter(({ sku }) => sku === s.medium.sku);
    expect(costed).toMatchObject({ cost: '6.00', value: (stock.qty_available * 6).toFixed(2) });
    expect(Object.keys(costed ?? {})).toEqual([...columns, 'cost', 'value']);
  });

  test('is filtered by supplier, SKU and the products of a client’s clothing sets; a style has no row', async () => {
    const maker = await s.supplier();
    const { children } = await s.style(['S', 'M'], { supplier_id: maker.id });
    const skus = async (query: string) => (await rowsOf(office, `/admin/reports/stock-holding/export?${query}`)).map(({ sku }) => sku);
    expect(await skus(`supplier=${maker.id}`)).toEqual(children.map(({ sku }) => sku).sort());
    expect(await skus(`account=${s.client.id}`)).toEqual(expect.arrayContaining([s.small.sku, s.medium.sku, s.large.sku]));
    expect(await skus(`account=${s.client.id}`)).not.toContain(children[0]?.sku);
    expect(await skus(`account=${s.client.id}`)).not.toContain(s.parent.sku);
    expect(await skus('sku=no-such-thing')).toEqual([]);
    expect((await office.get('/admin/reports/stock-holding/export?supplier=999999')).status).toBe(404);
    for (const query of ['format=xls', 'cost=maybe', 'supplier=x', 'account=-1'])
      expect((await office.get(`/admin/reports/stock-holding/export?${query}`)).status, query).toBe(422);
  });

  test('adds up to the whole stock', async () => {
    const levels = await s.database.reader.select().from(stockLevels);
    const rows = await rowsOf(office, '/admin/reports/stock-holding/export');
    expect(sum(rows, 'qty_available')).toBe(levels.reduce((all, { qty_available }) => all + qty_available, 0));
    expect(sum(rows, 'qty_allocated')).toBe(levels.reduce((all, { qty_allocated }) => all + qty_allocated, 0));
  });
});

describe('customer shortfall', () => {
  test('has the lines and numbers of the list that the client sees, and also lines that have waited for less than two weeks', async () => {
    const back = s.now();
    s.setClock('2026-10-01T09:00:00.000Z');
    await s.submitted(4);
    await s.submitted(2);
    s.setClock(back);
    await s.submitted(7);
    const { items } = (await s.admin.get('/api/dashboards/homepage/shortfall?per_page=100')).body;
    expect(items.length).toBeGreaterThan(1);
    const path = `/admin/reports/customer-shortfall/export?account=${s.client.id}`;
    // The client's list shows lines that have waited for two weeks.
    const rows = await rowsOf(office, `${path}&end=2026-11-06`);
    expect(rows.map(({ order_number, sku, shortfall, on_order }) => [order_number, sku, Number(shortfall), Number(on_order) > 0])).toEqual(
      items.map((item: { order: { order_number: string }; product: { sku: string }; shortfall: number; on_order: boolean }) => [
        item.order.order_number,
        item.product.sku,
        item.shortfall,
        item.on_order,
      ]),
    );
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['account', 'site', 'order_number', 'submitted_at', 'employee', 'sku', 'product', 'qty_requested', 'qty_allocated', 'qty_shipped'],
      ...['shortfall', 'on_order', 'due'],
    ]);
    expect(rows[0]).toMatchObject({ on_order: '25', qty_allocated: '0', qty_shipped: '0' });
    expect(rows.map(({ due }) => due)).toEqual(
      items.map(({ due }: { due: string | null }) => (due === null ? '' : due.split('-').reverse().join('/'))),
    );
    const all = await rowsOf(office, path);
    expect(all.length).toBeGreaterThan(rows.length);
    expect(all.some(({ qty_requested }) => qty_requested === '7')).toBe(true);
    expect(await rowsOf(office, `${path}&start=2026-10-02&end=2026-10-31`)).toEqual([]);
    const here = await rowsOf(office, `${path}&site=${s.site.id}`);
    const away = await rowsOf(office, `${path}&site=${s.elsewhere.id}`);
    expect([here.length > 0, away.length > 0, here.length + away.length]).toEqual([true, true, all.length]);
    const { items: others } = (await office.get('/api/sites?per_page=100')).body;
    const foreign = others.find(({ account_id }: { account_id: number }) => account_id !== s.client.id);
    expect((await office.get(`${path}&site=${foreign.id}`)).status).toBe(404);
    expect((await office.get(`${path}&start=2026-11-20&end=2026-11-19`)).body.errors).toEqual({ end: [messages.ends_before_start] });
  });
});

describe('reports as PDF', () => {
  test('a report can be a PDF; a report with too many rows for a PDF is refused, and the limit is named', async () => {
    for (const path of ['/admin/reports/stock-holding/export?format=pdf&cost=true', '/admin/reports/customer-shortfall/export?format=pdf']) {
      const response = await office.raw(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      expect(response.headers.get('Content-Disposition')).toMatch(/^inline; filename="[a-z-]+-taken-2026-11-20\.pdf"$/);
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    const { product } = s;
    const parent = await product();
    const long = Array.from({ length: 5001 }, (_, n) => ({ sku: `LONG-${n}`, name: 'Long list', parent_id: parent.id, created_at: s.now() }));
    await s.database.unitOfWork((db) => insertMany(db, products, long));
    const { status, body } = await office.get('/admin/reports/stock-holding/export?format=pdf&sku=LONG-');
    expect(status).toBe(422);
    expect(body.errors).toEqual({ format: [messages.too_many_rows_to_print(5001, 5000)] });
    expect((await rowsOf(office, '/admin/reports/stock-holding/export?sku=LONG-')).length).toBe(5001);
    await closePrinters();
  });
});

describe('an order report by day of dispatch', () => {
  test('names an order once, with its first dispatch, even if its dispatches are in different batches of the report', async () => {
    const { uuid, id } = await s.shipped();
    const { body: order } = await office.get(`/api/orders/${uuid}`);
    const { database } = s;
    const [template] = await database.reader.select().from(dispatches).where(eq(dispatches.id, id));
    const [carried] = await database.reader.select().from(dispatchOrders).where(eq(dispatchOrders.dispatch_id, id));
    const [dispatchLine] = await database.reader.select().from(dispatchLines).where(eq(dispatchLines.dispatch_id, id));
    const [head] = await database.reader.select().from(orders).where(eq(orders.id, order.id));
    const [line] = await database.reader.select().from(orderLines).where(eq(orderLines.order_id, order.id));
    const [pick] = await database.reader
      .select()
      .from(picks)
      .where(eq(picks.id, carried?.pick_id ?? 0));
    if (!template || !carried || !dispatchLine || !head || !line || !pick) throw new Error('nothing was shipped');
    const bare = <Kind extends { id: number }>({ id: _, ...rest }: Kind): Omit<Kind, 'id'> => rest;
    // All orders leave at the same time. The first order, an order that ends a batch, and the last order leave once more at the end of the day.
    const many = 1100;
    const at = '2026-03-03T10:00:00.000Z';
    await database.unitOfWork(async (db) => {
      await withoutTriggers(db);
      const heads = Array.from({ length: many }, (_, n) => ({ ...bare(head), uuid: `sent-${n}` }));
      const order_ids = await insertWithIds(db, orders, heads);
      const line_ids = await insertWithIds(
        db,
        orderLines,
        order_ids.map((order_id) => ({ ...bare(line), order_id })),
      );
      const send = async (places: readonly number[], dispatched_at: string) => {
        const sent = places.map((place) => ({ order_id: order_ids[place] ?? 0, order_line_id: line_ids[place] ?? 0 }));
        const pick_ids = await insertWithIds(
          db,
          picks,
          sent.map(({ order_id }) => ({ ...bare(pick), order_id })),
        );
        const dispatch_ids = await insertWithIds(
          db,
          dispatches,
          sent.map(() => ({ ...bare(template), dispatched_at })),
        );
        await insertMany(
          db,
          dispatchOrders,
          sent.map(({ order_id }, n) => ({ order_id, dispatch_id: dispatch_ids[n] ?? 0, pick_id: pick_ids[n] ?? 0 })),
        );
        await insertMany(
          db,
          dispatchLines,
          sent.map((numbers, n) => ({ ...bare(dispatchLine), ...numbers, dispatch_id: dispatch_ids[n] ?? 0 })),
        );
      };
      await send([...order_ids.keys()], at);
      await send([0, 1, 2, 999, many - 1], '2026-03-03T16:00:00.000Z');
    });
    const march = 'start=2026-03-03&end=2026-03-03&use_dispatch_date=1';
    const { text, headers } = await fetchReport(office, `/admin/reports/orders?${march}`);
    const rows = parse(text, { bom: true, columns: true }) as Row[];
    expect(rows).toHaveLength(many);
    expect(headers.get('X-Total-Rows')).toBe(String(many));
    expect(new Set(rows.map(({ order_number }) => order_number)).size).toBe(many);
    expect(await rowsOf(office, `/admin/reports/orders?${march}&account=${s.client.id}`)).toEqual(rows);
    expect(await rowsOf(s.admin, `/reports/orders?${march}`)).toEqual(rows);
    expect(await rowsOf(s.callers.stranger, `/reports/orders?${march}`)).toEqual([]);
  }, 90_000);
});

describe('a long order report', () => {
  test('is read in batches, and no line is left out or repeated', async () => {
    const uuid = await s.submitted();
    const [template] = await s.database.reader.select().from(orders).where(eq(orders.uuid, uuid));
    const [line] = await s.database.reader
      .select()
      .from(orderLines)
      .where(eq(orderLines.order_id, template?.id ?? 0));
    if (!template || !line) throw new Error('no order');
    const { id: _id, ...head } = template;
    const { id: _line, ...body } = line;
    // Many orders have the same time, so that the time alone does not show where a batch ended. One order has more lines than a batch.
    await s.database.unitOfWork(async (db) => {
      await withoutTriggers(db);
      const heads = Array.from({ length: 1200 }, (_, n) => ({ ...head, uuid: `many-${n}`, submitted_at: '2026-05-05T10:00:00.000Z' }));
      const ids = await insertWithIds(db, orders, heads);
      const more = Array.from({ length: 1250 }, (_, n) => ({ ...body, order_id: ids[800] ?? 0, qty_requested: n + 2 }));
      await insertMany(db, orderLines, [...ids.map((order_id) => ({ ...body, order_id })), ...more]);
    });
    const { text, headers } = await fetchReport(office, '/admin/reports/orders?start=2026-05-05&end=2026-05-05');
    const rows = parse(text, { bom: true, columns: true }) as Row[];
    expect(rows).toHaveLength(2450);
    expect(headers.get('X-Total-Rows')).toBe('2450');
    expect(new Set(rows.map(({ order_number, qty_requested }) => `${order_number} ${qty_requested}`)).size).toBe(2450);
    const numbers = rows.map(({ order_number }) => Number(order_number));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  }, 90_000);
});
