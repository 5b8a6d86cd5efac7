import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts, dispatches, dispatchLines, dispatchOrders, orderLines, orders, sites } from '../../server/db/tables/index.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { closeWriters } from '../../server/http/xlsx.ts';
import { messages } from '../../shared/messages.ts';
import { openScene } from '../endpoints/scene.ts';
import type { Caller } from '../world.ts';

type Row = Record<string, string>;
let s: Awaited<ReturnType<typeof openScene>>;
let office: Caller;

const rowsOf = async (by: Caller, path: string): Promise<Row[]> => {
  const response = await by.raw(path);
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(200);
  const rows = parse(text, { bom: true, columns: true }) as Row[];
  expect(response.headers.get('X-Total-Rows')).toBe(String(rows.length));
  return rows;
};
const pence = (cell: string | undefined): number => Math.round(Number(cell) * 100);
const orderOf = async (uuid: string) => (await office.get(`/api/orders/${uuid}`)).body;
const change = (which: typeof orders, uuid: string, values: Partial<typeof orders.$inferInsert>) =>
  s.database.unitOfWork(async (db) => void (await db.update(which).set(values).where(eq(which.uuid, uuid))));

beforeAll(async () => {
  s = await openScene();
  office = s.callers.office;
});

const sales = '/admin/reports/sales-per-month/export';
const clientSales = '/reports/sales-per-month/export';

describe('sales per month', () => {
  test('adds up submitted orders by month, client and site; a return counts in the month of its order', async () => {
    const back = s.now();
    // Half an hour before the end of July in UTC, it is August in the UK.
    s.setClock('2026-07-31T23:30:00.000Z');
    const august = await orderOf(await s.submitted(3));
    s.setClock('2026-09-01T09:00:00.000Z');
    const sample = await s.submitted(2);
    await change(orders, sample, { is_sample: true });
    await office.post(`/api/orders/${await s.submitted(4)}/cancel`);
    const september = await orderOf(await s.submitted(2));
    s.setClock(back);
    const { id, line } = await s.returned();
    const { order } = (await office.get(`/api/returns/${id}`)).body;
    await change(orders, order.uuid, { submitted_at: '2026-10-05T09:00:00.000Z' });
    expect((await office.put(`/api/admin/returns/${id}/lines/${line}`, { qty_approved: 1, outcome: 'restock' })).status).toBe(200);
    expect((await office.put(`/api/admin/returns/${id}`, { finalise: true, approver_comments: null })).status).toBe(200);

    const summer = await rowsOf(office, `${sales}?start=2026-08-01&end=2026-09-30&account=${s.client.id}`);
    expect(summer.map(({ month, orders: n, pieces, returns }) => [month, n, pieces, returns])).toEqual([
      ['2026-08', '1', '3', '0.00'],
      ['2026-09', '1', '2', '0.00'],
    ]);
    expect(summer.map(({ sub_total }) => pence(sub_total))).toEqual([august.sub_total, september.sub_total]);
    expect(summer[0]).toMatchObject({ account: august.account.name, site: august.delivery_site.name });
    expect(Object.keys(summer[0] ?? {})).toEqual(['month', 'account', 'site', 'orders', 'pieces', 'sub_total', 'returns', 'net']);
    expect(await rowsOf(office, `${sales}?end=2026-07-31`)).toEqual([]);

    // The item was ordered in October and returned in November.
    const autumn = await rowsOf(office, `${sales}?start=2026-10-01&site=${s.site.id}`);
    expect(autumn.map(({ month }) => month)).toEqual(['2026-10']);
    const [row] = autumn;
    expect(pence(row?.returns)).toBeGreaterThan(0);
    expect(pence(row?.net)).toBe(pence(row?.sub_total) - pence(row?.returns));
  });

  test('a client sees its own sales, and a Site Manager the sales of a chosen site; the office’s report is for the office only', async () => {
    const whole = await rowsOf(s.admin, clientSales);
    expect(whole).toEqual(await rowsOf(office, `${sales}?account=${s.client.id}`));
    expect(await rowsOf(await s.signed('manager'), `${clientSales}?account=${s.client.id}`)).toEqual(whole);
    const local = await s.signed('site_admin');
    expect((await local.get(clientSales)).body.errors).toEqual({ site: [messages.site_needed] });
    expect(await rowsOf(local, `${clientSales}?site=${s.site.id}`)).toEqual(await rowsOf(office, `${sales}?site=${s.site.id}`));
    expect((await local.get(`${clientSales}?site=${s.elsewhere.id}`)).status).toBe(404);
    const { stranger } = s.callers;
    expect(await rowsOf(stranger, clientSales)).toEqual([]);
    for (const query of [`account=${s.client.id}`, `site=${s.site.id}`]) expect((await stranger.get(`${clientSales}?${query}`)).status).toBe(404);
    for (const role of ['employee', 'employee_with_order'] as const) expect((await (await s.signed(role)).raw(clientSales)).status).toBe(403);
    for (const role of ['warehouse', 'embroiderer'] as const) expect((await (await s.as(role)).raw(clientSales)).status).toBe(403);
    expect((await s.admin.raw(sales)).status).toBe(403);
  });
});

describe('the invoice report', () => {
  const path = '/admin/reports/invoice/export';

  test('has shipped items by client or site, without samples and orders that skip invoicing', async () => {
    const { uuid, id } = await s.shipped();
    const order = await orderOf(uuid);
    const { uuid: skipped } = await s.shipped();
    await change(orders, skipped, { skip_invoicing: true });
    const { uuid: sample } = await s.shipped();
    await change(orders, sample, { is_sample: true });
    const rows = await rowsOf(office, `${path}?start=2026-11-20&end=2026-11-20`);
    const numbers = new Set(rows.map(({ order_number }) => order_number));
    expect(numbers.has((await orderOf(skipped)).order_number)).toBe(false);
    expect(numbers.has((await orderOf(sample)).order_number)).toBe(false);
    const [line, ...others] = rows.filter(({ order_number }) => order_number === order.order_number);
    expect(others).toEqual([]);
    expect(Object.keys(line ?? {})).toEqual([
      'invoice_to',
      'account',
      'site',
      'order_number',
      'dispatch_number',
      'dispatched_at',
      'client_po_reference',
      'cost_code',
      'sku',
      'product',
      'qty',
      'unit_price',
      'sub_total',
      'vat',
      'total',
    ]);
    expect(line).toMatchObject({
      invoice_to: order.account.name,
      account: order.account.name,
      site: order.delivery_site.name,
      dispatch_number: `D-${String(id).padStart(5, '0')}`,
      dispatched_at: '20/11/2026',
      sku: order.lines[0].product.sku,
      qty: '2',
    });
    expect(pence(line?.sub_total)).toBe(2 * pence(line?.unit_price));
    expect([pence(line?.sub_total), pence(line?.vat), pence(line?.total)]).toEqual([order.sub_total, order.vat, order.total]);

    expect(await rowsOf(office, `${path}?end=2026-11-19`)).toEqual([]);
    expect((await office.get(path)).body.errors).toEqual({ start: [messages.start_or_end] });

    const setAccount = (values: Partial<typeof accounts.$inferInsert>) =>
      s.database.unitOfWork(async (db) => void (await db.update(accounts).set(values).where(eq(accounts.id, s.client.id))));
    await setAccount({ per_site_invoicing: true });
    const bySite = await rowsOf(office, `${path}?start=2026-11-20`);
    expect(bySite.every(({ invoice_to, site }) => invoice_to === site)).toBe(true);
    await setAccount({ per_site_invoicing: false, skip_invoice: true });
    expect(await rowsOf(office, `${path}?start=2026-11-20`)).toEqual([]);
    await setAccount({ skip_invoice: false });
  });

  test('keeps the dispatches of a consolidated invoice together', async () => {
    const { uuid } = await s.shipped();
    const { order_number } = await orderOf(uuid);
    await s.database.unitOfWork(async (db) => {
      const [site] = await db
        .insert(sites)
        .values({
          account_id: s.client.id,
          name: 'Apart',
          delivery_address: { address_line_1: '1 Row', postcode: 'LS1 4AP' } as never,
          is_account_invoice_consolidation_inversed: true,
          created_at: s.now(),
        })
        .returning();
      const [first] = await db.select({ id: dispatches.id }).from(dispatches).orderBy(dispatches.id).limit(1);
      await db
        .update(dispatches)
        .set({ site_id: site?.id ?? 0 })
        .where(eq(dispatches.id, first?.id ?? 0));
      await db.update(accounts).set({ is_consolidated_invoicing: true, consolidated_invoice_close_day: 20 }).where(eq(accounts.id, s.client.id));
    });
    const rows = await rowsOf(office, `${path}?start=2026-11-20`);
    // The oldest dispatch has its own invoice. This invoice comes after the consolidated invoices.
    expect(rows.at(-1)?.site).toBe('Apart');
    expect(rows.at(-2)?.order_number).toBe(order_number);
  });
});

test('the amounts of a line shipped in parts add up to the amount of the whole line, in the order and invoice reports', async () => {
  const { uuid, id } = await s.shipped();
  const { order_number } = await orderOf(uuid);
  await s.database.unitOfWork(async (db) => {
    const [first] = await db.select().from(dispatches).where(eq(dispatches.id, id));
    const [line] = await db.select().from(dispatchLines).where(eq(dispatchLines.dispatch_id, id));
    const [carried] = await db.select().from(dispatchOrders).where(eq(dispatchOrders.dispatch_id, id));
    if (!first || !line || !carried) throw new Error('Nothing was shipped');
    await db.update(orderLines).set({ qty_requested: 3, qty_shipped: 3, unit_price: 191, vat_rate: 5 }).where(eq(orderLines.id, line.order_line_id));
    await db.update(dispatchLines).set({ quantity: 1 }).where(eq(dispatchLines.id, line.id));
    for (const day of ['2026-12-01', '2026-12-02']) {
      const { id: _id, ...values } = first;
      const [part] = await db
        .insert(dispatches)
        .values({ ...values, dispatched_at: `${day}T09:00:00.000Z` })
        .returning();
      const dispatch_id = part?.id ?? 0;
      await db.insert(dispatchOrders).values({ ...carried, dispatch_id });
      await db.insert(dispatchLines).values({ ...line, id: undefined, dispatch_id, quantity: 1 });
    }
  });
  const amounts = (rows: Row[]) =>
    rows.filter((row) => row.order_number === order_number).map(({ sub_total, vat, total }) => [pence(sub_total), pence(vat), pence(total)]);
  const invoices = amounts(await rowsOf(office, '/admin/reports/invoice/export?start=2026-11-20'));
  expect(invoices).toEqual([
    [191, 10, 201],
    [191, 9, 200],
    [191, 10, 201],
  ]);
  expect(amounts(await rowsOf(office, '/admin/reports/invoice/export?start=2026-12-02'))).toEqual([[191, 10, 201]]);
  const ordered = async (filter: string) =>
    (await rowsOf(office, `/admin/reports/orders?${filter}`)).filter((row) => row.order_number === order_number);
  expect(amounts(await ordered('start=2026-11-20&end=2026-11-20'))).toEqual([[573, 29, 602]]);
  const [december] = await ordered('start=2026-12-01&use_dispatch_date=1');
  expect(december).toMatchObject({
    qty_requested: '3',
    qty_shipped: '2',
    sub_total: '3.82',
    vat: '0.19',
    total: '4.01',
    dispatched_at: '02/12/2026',
  });
  const [whole] = await ordered('start=2026-11-20&use_dispatch_date=1');
  expect(whole).toMatchObject({ qty_shipped: '3', sub_total: '5.73', vat: '0.29', total: '6.02' });
});

test('every report is also available as a PDF and as a workbook, in which amounts are numbers and text is never a formula', async () => {
  await change(orders, await s.submitted(1), { client_po_reference: '=1+1' });
  const order = '/admin/reports/orders?start=2026-11-01';
  for (const address of [
    order,
    '/admin/reports/stock-holding/export?cost=true',
    '/admin/reports/customer-shortfall/export?',
    '/admin/reports/supplier-shortfall/export?',
    `${sales}?`,
    '/admin/reports/invoice/export?start=2026-11-01',
  ]) {
    const lines = await rowsOf(office, address);
    const response = await office.raw(`${address}&format=xlsx`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.xlsx"$/);
    expect(response.headers.get('Content-Disposition')?.includes('-with-cost-')).toBe(address.includes('cost=true'));
    const [sheet] = (await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true })).sheets;
    expect(sheet?.rows[0]).toEqual(Object.keys(lines[0] ?? {}));
    // An empty row divides the rows from the sub totals and the total.
    const totalRows = (sheet?.rows ?? []).slice(lines.length + 1);
    expect(
      totalRows[0]?.every((cell) => cell === null || cell === ''),
      address,
    ).toBe(true);
    const labels = totalRows.slice(1).map((cells) => cells.find((cell) => typeof cell === 'string' && cell !== ''));
    expect(labels.at(-1), address).toBe('Total');
    expect(
      labels.slice(0, -1).every((label) => /^Sub total, ./.test(String(label))),
      address,
    ).toBe(true);
    const headings = Object.keys(lines[0] ?? {});
    for (const column of ['total', 'net', 'shortfall', 'qty_short', 'value'].filter((name) => headings.includes(name))) {
      const at = headings.indexOf(column);
      const sum = lines.reduce((all, line) => all + Number(line[column]), 0);
      expect(Number(totalRows.at(-1)?.[at]), `${address} ${column}`).toBeCloseTo(sum, 2);
      const subTotals = totalRows.slice(1, -1).map((cells) => Number(cells[at]));
      if (subTotals.length)
        expect(
          subTotals.reduce((all, one) => all + one, 0),
          `${address} ${column}`,
        ).toBeCloseTo(sum, 2);
    }
    const pdf = await office.raw(`${address}&format=pdf`);
    expect(pdf.headers.get('Content-Type'), address).toBe('application/pdf');
    await pdf.arrayBuffer();
    if (address !== order) continue;
    const [head = [], ...cells] = sheet?.rows ?? [];
    expect(typeof cells[0]?.[head.indexOf('unit_price')]).toBe('number');
    expect(cells[0]?.[head.indexOf('submitted_at')]).toBeInstanceOf(Date);
    const looks = cells[0]?.map((_, column) => sheet?.cells?.get(`1,${column}`)?.style?.numFmt) ?? [];
    expect(looks[head.indexOf('unit_price')]).toContain('£');
    expect(looks[head.indexOf('submitted_at')]).toBe('dd/mm/yyyy');
    expect(looks[head.indexOf('qty_requested')]).toBeUndefined();
    expect(typeof cells[0]?.[head.indexOf('order_number')]).toBe('string');
    expect(cells.some((row) => row[head.indexOf('client_po_reference')] === '=1+1')).toBe(true);
  }
  await closePrinters();
  await closeWriters();
});
