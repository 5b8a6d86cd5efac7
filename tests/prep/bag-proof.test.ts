import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bagItems, bags, picks, products, weightSamples } from '../../server/db/tables/index.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { floor, outcomesOf, type Tablet } from '../sync/tablet.ts';

type BagLabel = Extract<ArgsOf<'print.request'>, { what: 'bag_label' }>;

const world = () => floor();
type Floor = Awaited<ReturnType<typeof world>>;
type Sku = Awaited<ReturnType<Floor['stocked']>>;

/** A picked order of 3 polos and 2 decorated caps for one wearer, and the tablet that has picked it. */
async function toBag(here: Floor, { tablet, polo, cap }: { tablet?: Tablet; polo?: Sku; cap?: Sku } = {}) {
  return bagOf(here, tablet ?? here.tablet(here.picker), polo ?? (await here.stocked(50)), cap ?? (await here.stocked(50)));
}

async function bagOf(here: Floor, one: Tablet, polo: Sku, cap: Sku) {
  const order = await here.released([
    { product_id: polo.id, qty: 3 },
    { product_id: cap.id, qty: 2, decoration: 'Logo, front' },
  ]);
  const { pick_id } = order;
  await one.sync();
  const quantities = { [polo.id]: 3, [cap.id]: 2 };
  await one.sync(one.start(pick_id), one.record(pick_id, polo.id, 3), one.record(pick_id, cap.id, 2), one.complete(pick_id, quantities));
  const employee_id = order.requester.id;
  const [polos, caps] = [one.line(pick_id, polo.id), one.line(pick_id, cap.id)];
  const label = (on: Tablet, about: Partial<BagLabel>) =>
    on.next({ n: 'print.request', a: { what: 'bag_label', pick_id, employee_id, count: 1, ...about } });
  const whole = [
    { pick_line_id: polos.id, qty: 3 },
    { pick_line_id: caps.id, qty: 2 },
  ];
  const proof = async () =>
    (await here.database.reader.select().from(bagItems).where(eq(bagItems.pick_id, pick_id)))
      .map(({ pick_line_id, product_id, qty }) => ({ pick_line_id, product_id, qty }))
      .sort((a, b) => a.pick_line_id - b.pick_line_id);
  const packed = (on: Tablet) => [polo, cap].map(({ id }) => on.line(pick_id, id).qty_packed ?? 0);
  return { order, polo, cap, pick_id, employee_id, polos, caps, one, label, whole, proof, packed };
}

test('the print of a bag’s label records what is in the bag; a second print replaces it, and the same print sent again changes nothing', async () => {
  const here = await world();
  const { one, order, label, whole, proof, packed, polo, polos } = await toBag(here);
  const other = here.tablet(await here.as('warehouse'));
  const first = label(one, { items: whole });
  expect(outcomesOf(await one.sync(first))).toEqual(['applied']);
  expect(await proof()).toMatchObject([{ qty: 3 }, { qty: 2 }]);
  await other.sync();
  expect(packed(other)).toEqual([3, 2]);
  expect(outcomesOf(await one.sync(label(one, { items: [{ pick_line_id: polos.id, qty: 2 }] })))).toEqual(['applied']);
  // The office and the floor read it with the bags of the order, a client does not.
  const path = `/api/admin/prep/orders/${order.uuid}?bagging_instructions=true`;
  expect((await here.office.get(path)).body.items).toMatchObject([{ label: { weight_g: null, items: [{ pick_line_id: polos.id, qty: 2 }] } }]);
  expect((await here.as('client_admin').then((client) => client.get(path))).status).toBe(403);
  const second = [{ pick_line_id: polos.id, product_id: polo.id, qty: 2 }];
  expect(await proof()).toEqual(second);
  await one.sync();
  expect(packed(one)).toEqual([2, 0]);
  await one.sync(first);
  expect(await proof()).toEqual(second);
});

test('a proof with items of another wearer or another pick, a line named twice, or more than was picked, is refused and changes nothing', async () => {
  const here = await world();
  const { one, label, proof, polos, pick_id } = await toBag(here);
  const foreign = await toBag(here, { tablet: one });
  const wrong = [
    [{ pick_line_id: foreign.polos.id, qty: 1 }],
    [{ pick_line_id: polos.id, qty: 4 }],
    [
      { pick_line_id: polos.id, qty: 1 },
      { pick_line_id: polos.id, qty: 2 },
    ],
  ];
  for (const items of wrong) expect(outcomesOf(await one.sync(label(one, { items })))).toEqual(['rejected INVALID']);
  expect(await proof()).toEqual([]);
  expect(await here.database.reader.select().from(bags).where(eq(bags.pick_id, pick_id))).toEqual([]);
});

test('a proof that arrives after the prep was completed is stored, and moves no item', async () => {
  const here = await world();
  const { one, label, whole, proof, packed, pick_id } = await toBag(here);
  await here.database.unitOfWork((db) => db.update(picks).set({ state: 'booked', booked_at: here.now() }).where(eq(picks.id, pick_id)));
  expect(outcomesOf(await one.sync(label(one, { items: whole })))).toEqual(['applied']);
  expect(await proof()).toMatchObject([{ qty: 3 }, { qty: 2 }]);
  await one.sync();
  expect(packed(one)).toEqual([0, 0]);
});

test('five accepted bags teach what a SKU and its style weigh, and tablets get the weight', async () => {
  const here = await world();
  const first = await toBag(here);
  const { polo, cap, one } = first;
  const weightOf = async (id: number) =>
    (
      await here.database.reader
        .select({ weight_g: products.weight_g, weight_deviation_g: products.weight_deviation_g, version: products.version })
        .from(products)
        .where(eq(products.id, id))
    )[0];
  const before = await weightOf(polo.id);
  const onlyPolos = (bag: typeof first, weight_g: number) => bag.label(one, { items: [{ pick_line_id: bag.polos.id, qty: 3 }], weight_g });
  for (const [index, weight_g] of [735, 738, 732, 735, 999].entries()) {
    const bag = index === 0 ? first : await toBag(here, { tablet: one, polo, cap });
    expect((await weightOf(polo.id))?.weight_g ?? null).toBe(null);
    expect(outcomesOf(await one.sync(onlyPolos(bag, weight_g)))).toEqual(['applied']);
  }
  const learnt = await weightOf(polo.id);
  expect(learnt).toEqual({ weight_g: 235, weight_deviation_g: 1, version: before?.version });
  const other = here.tablet(await here.as('warehouse'));
  await other.sync();
  expect(other.rows.product.get(polo.id)).toMatchObject({ weight_g: 235, weight_deviation_g: 1 });
  expect(other.rows.product.get(cap.id)).not.toHaveProperty('weight_g');
  expect(other.rows.bag.get(`${first.pick_id}:${first.employee_id}`)).toMatchObject({ weight_g: 735 });

  // A bag that is weighed again replaces its own sample.
  await one.sync(onlyPolos(first, 738));
  const samples = await here.database.reader
    .select({ grams: weightSamples.grams })
    .from(weightSamples)
    .where(and(eq(weightSamples.product_id, polo.id), eq(weightSamples.pick_id, first.pick_id)));
  expect(samples).toEqual([{ grams: 236 }]);
});

test('the office sets the weight of a style for all its SKUs that follow it; a client may not', async () => {
  const here = await world();
  const { polo } = await toBag(here);
  const [sku] = await here.database.reader.select({ parent_id: products.parent_id }).from(products).where(eq(products.id, polo.id));
  const id = sku?.parent_id ?? polo.id;
  const path = `/api/admin/products/${id}`;
  expect((await here.office.put(path, { field: 'weight_g', value: 240 })).status).toBe(200);
  expect((await here.office.get(`/api/admin/products/${polo.id}`)).body).toMatchObject({ weight_g: 240 });
  expect((await here.office.put(path, { field: 'weight_g', value: 0 })).status).toBe(422);
  expect((await here.picker.put(path, { field: 'weight_g', value: 250 })).status).toBe(403);
});
