import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pg } from '../../server/db/dialect.ts';
import { orderLines, orders } from '../../server/db/tables/index.ts';
import { recordStatements, watchStatements } from '../bench/record-statements.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';
import { returnableWearer } from './fixture.ts';

watchStatements();

/** A small random generator with a seed. */
function randomFrom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return { chance: (share: number) => next() < share, upTo: (most: number) => Math.floor(next() * (most + 1)) };
}

/** How many items of a product the test has shipped, and how many of them came back. */
interface Sum {
  shipped: number;
  returned: number;
}

test.each(Array.from({ length: 10 }, (_, seed) => seed + 1))(
  'random history %i: a wearer holds the dispatched items less approved returns, even with shortages, samples and substitutions',
  async (seed) => {
    const { chance, upTo } = randomFrom(seed * 104_729);
    const fixture = await returnableWearer();
    const { admin, office, small, medium, large, wearer, person, dress, draft, order, submit, finalise, back, issued, path } = fixture;
    const colleague = await person('employee');
    await dress(colleague.id);
    const sums = new Map<number, Sum>();
    const sumOf = (product_id: number): Sum => {
      const sum = sums.get(product_id) ?? { shipped: 0, returned: 0 };
      sums.set(product_id, sum);
      return sum;
    };
    /** The wearer's shipped lines, with the number of items that can still be returned. */
    const shippedLines = new Map<number, { product_id: number; left: number }>();

    const sendOne = async (): Promise<void> => {
      const uuid = await draft(admin, [wearer.id, colleague.id]);
      const of = `/api/admin/orders/${uuid}`;
      const lines: { id: number; product_id: number; qty: number; isWearers: boolean }[] = [];
      for (const product of [small, medium, large].filter(() => chance(0.6))) {
        for (const employee of [wearer, colleague].filter(() => chance(0.7))) {
          const qty = 1 + upTo(4);
          const { id } = await order(uuid, product.id, qty, admin, employee.id);
          lines.push({ id, product_id: product.id, qty, isWearers: employee === wearer });
        }
      }
      if (!lines.length) return;
      expect((await submit(uuid)).status).toBe(200);
      if (chance(0.3)) expect((await office.put(`${of}/update`, { is_sample: true })).status).toBe(200);
      for (const line of lines) {
        if (chance(0.3)) {
          const body = {
            mode: chance(0.5) ? 'substitute' : 'replace',
            product_id: [small, medium, large][upTo(2)]?.id,
            force_over_budget_order: true,
          };
          if (body.product_id !== line.product_id) {
            expect((await office.post(`/api/admin/order-lines/${line.id}/substitute`, body)).status).toBe(200);
            line.product_id = body.product_id ?? 0;
          }
        }
        const qty = chance(0.5) ? line.qty : upTo(line.qty);
        expect((await office.put(`${of}/lines/${line.id}/allocation`, { qty_allocated: qty })).status).toBe(200);
        line.qty = qty;
      }
      if (!lines.some(({ qty }) => qty > 0)) return;
      await ship(office, uuid, { allocates: false });
      for (const { id, product_id, qty, isWearers } of lines) {
        if (!isWearers || !qty) continue;
        sumOf(product_id).shipped += qty;
        shippedLines.set(id, { product_id, left: qty });
      }
      // Items that have not shipped are cancelled or substituted, which does not change the items held.
      const rest = (await office.get(`/api/orders/${uuid}`)).body.lines.find(
        (line: { qty_requested: number; qty_shipped: number; product_id: number }) =>
          line.qty_shipped > 0 && line.qty_shipped < line.qty_requested && line.product_id !== large.id,
      );
      if (rest && chance(0.6))
        expect((await office.post(`/api/admin/order-lines/${rest.id}/substitute`, { mode: 'substitute', product_id: large.id })).status).toBe(200);
      if (chance(0.5)) await office.post(`/api/orders/${uuid}/cancel`);
    };

    const sendBack = async (): Promise<void> => {
      const chosen = [...shippedLines].flatMap(([id, line]) => {
        const qty = Math.min(line.left, upTo(3));
        return qty > 0 && chance(0.6) ? [{ id, line, qty }] : [];
      });
      if (!chosen.length) return;
      const { status, body } = await admin.post(`${path}/returns`, { lines: chosen.map(({ id, qty }) => back(id, qty)) });
      expect(status, JSON.stringify(body)).toBe(201);
      for (const { line, qty } of chosen) line.left -= qty;
      for (const { id } of body.items) {
        if (chance(0.3)) continue;
        const approved = await finalise(id, (requested) => (chance(0.6) ? requested : upTo(requested)));
        for (const { line_id, qty_requested, qty_approved } of approved) {
          const line = shippedLines.get(line_id);
          if (!line) throw new Error('a line of somebody else');
          sumOf(line.product_id).returned += qty_approved;
          line.left += qty_requested - qty_approved;
        }
      }
    };

    for (let step = 0; step < 3; step++) {
      await sendOne();
      await sendBack();
    }
    const expected = [...sums]
      .filter(([, { shipped }]) => shipped > 0)
      .map(([id, { shipped, returned }]) => [id, shipped, returned, shipped - returned])
      .sort(([one = 0], [other = 0]) => one - other);
    const seen = async (by: Caller, query = '') =>
      (await issued(by, query)).items
        .map(
          (one: {
            product: { id: number };
            qty_shipped: number;
            qty_returned: number;
            qty_held: number;
            qty_in_return: number;
            orders: Record<string, number>[];
          }) => {
            const total = (key: string): number => one.orders.reduce((sum, of) => sum + (of[key] ?? 0), 0);
            const remaining = [...shippedLines.values()]
              .filter(({ product_id }) => product_id === one.product.id)
              .reduce((sum, line) => sum + line.left, 0);
            expect(one.qty_in_return).toBe(one.qty_held - remaining);
            expect([total('qty_shipped'), total('qty_returned')]).toEqual([one.qty_shipped, one.qty_returned]);
            return [one.product.id, one.qty_shipped, one.qty_returned, one.qty_held];
          },
        )
        .sort(([first = 0]: number[], [other = 0]: number[]) => first - other);
    for (const by of [admin, office]) {
      expect(await seen(by)).toEqual(expected);
      expect(await seen(by, '?held=true')).toEqual(expected.filter(([, , , held = 0]) => held > 0));
    }
    const { items } = (await admin.get(`${path}/held-items`)).body;
    const heldByProduct = new Map<number, number>();
    for (const { id, product, qty_held, qty_returnable } of items) {
      heldByProduct.set(product.id, (heldByProduct.get(product.id) ?? 0) + qty_held);
      expect(qty_returnable).toBe(shippedLines.get(id)?.left);
    }
    expect([...heldByProduct].sort(([one], [other]) => one - other)).toEqual(
      expected.filter(([, , , held = 0]) => held > 0).map(([id, , , held]) => [id, held]),
    );
  },
);

test.skipIf(pg)('reading a page of a wearer with a thousand lines takes as many SQL statements as with twenty-five lines', async () => {
  const { admin, style, path, wearer, client, site, database, now } = await returnableWearer();
  const { children } = await style(Array.from({ length: 25 }, (_, size) => `${size + 30}`));
  const read = async (address: string) => {
    const { result, statements } = await recordStatements(() => admin.get(`${path}/${address}`));
    expect(result.status).toBe(200);
    return { body: result.body, statements: statements.length };
  };
  const addresses = ['issued', 'issued?held=true&page=2', 'held-items'];
  const counts = async (): Promise<number[]> => {
    const all: number[] = [];
    for (const address of addresses) all.push((await read(address)).statements);
    return all;
  };
  const store = (orderCount: number) =>
    database.unitOfWork(async (db) => {
      for (let n = 0; n < orderCount; n++) {
        const [stored] = await db
          .insert(orders)
          .values({
            uuid: randomUUID(),
            account_id: client.id,
            creator_id: admin.id,
            requester_id: admin.id,
            delivery_site_id: site.id,
            submitted_at: now(),
            created_at: now(),
            status: 'shipped',
            status_since: now(),
          })
          .returning({ id: orders.id });
        await db.insert(orderLines).values(
          children.map(({ id, name }) => ({
            order_id: stored?.id ?? 0,
            employee_id: wearer.id,
            product_id: id,
            product_name: name,
            qty_requested: 2,
            qty_shipped: 2,
            unit_price: 1000,
            vat_rate: 20,
            is_size_selected: true,
            created_at: now(),
          })),
        );
      }
    });
  await store(1);
  await counts();
  const few = await counts();
  await store(39);
  expect(await counts()).toEqual(few);
  const { body } = await read('issued');
  expect(body).toMatchObject({ total: 25, per_page: 10, last_page: 3 });
  for (const { orders: from } of body.items) expect(from).toHaveLength(10);
  const { body: held } = await read('held-items');
  expect(held).toMatchObject({ is_complete: false });
  expect(held.items).toHaveLength(500);
});
