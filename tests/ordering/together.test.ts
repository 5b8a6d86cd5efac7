import { expect, test } from 'vitest';
import { superWithPassword, take } from '../auth/impersonating.ts';
import { clientFixture } from './fixture.ts';

/** Makes a draft that a client manager and a site manager have both opened. */
async function shared() {
  const fixture = await clientFixture();
  const other = await fixture.signed('site_admin');
  const uuid = await fixture.draft();
  const line = await fixture.order(uuid);
  const path = `/api/orders/${uuid}`;
  const seen = (await fixture.admin.get(path)).body;
  return { ...fixture, other, uuid, line, path, seen };
}
const stale = (current: object) => ({ status: 409, body: { code: 'stale_version', current } });

test('if two people change the details of a draft, the second gets 409 with the details that the first stored', async () => {
  const { admin, other, path, seen } = await shared();
  const write = (by: typeof admin, more: object) => by.put(path, { set_delivery_details: true, ...more });
  const first = await write(other, { client_po_reference: 'THEIRS', version: seen.version });
  expect(first).toMatchObject({ status: 200, body: { client_po_reference: 'THEIRS' } });
  expect(await write(admin, { client_po_reference: 'MINE', version: seen.version })).toMatchObject(
    stale({ client_po_reference: 'THEIRS', version: first.body.version }),
  );
  expect((await write(admin, { cost_code: 'CC', version: first.body.version })).body).toMatchObject({
    client_po_reference: 'THEIRS',
    cost_code: 'CC',
  });
});

test('if two people change one line, the second gets 409 with the line that the first stored', async () => {
  const { admin, other, path, line } = await shared();
  const of = `${path}/lines/${line.id}`;
  expect((await other.put(of, { qty_requested: 4, version: line.version })).status).toBe(200);
  expect(await admin.put(of, { notes: 'Long sleeves', version: line.version })).toMatchObject(stale({ qty_requested: 4, notes: null }));
  expect((await admin.get(path)).body.lines).toMatchObject([{ qty_requested: 4, notes: null }]);
});

test.each<[string, (about: Awaited<ReturnType<typeof shared>>) => Promise<{ status: number }>]>([
  [
    'a line was added',
    ({ other, path, wearer, small }) => other.post(`${path}/employees/${wearer.id}/lines`, { lines: [{ product_id: small.id, quantity: 9 }] }),
  ],
  ['a quantity was changed', ({ other, path, line }) => other.put(`${path}/lines/${line.id}`, { qty_requested: 9 })],
  ['a line was deleted', ({ other, path, line }) => other.delete(`${path}/lines/${line.id}`)],
  ['a product was removed', ({ other, path, medium }) => other.delete(`${path}/products/${medium.id}`)],
  ['a wearer was added', async ({ other, path, person }) => other.post(`${path}/employees`, { employees: [(await person('employee')).id] })],
  ['a wearer was removed', ({ other, path, wearer }) => other.delete(`${path}/employees/${wearer.id}`)],
])('a draft with changes that the caller has not seen cannot be submitted: %s meanwhile', async (_, change) => {
  const about = await shared();
  expect((await change(about)).status).toBeLessThan(300);
  expect(await about.submit(about.uuid, { version: about.seen.version })).toMatchObject(stale({ is_submitted: false }));
  expect((await about.admin.get(about.path)).body.is_submitted).toBe(false);
});

test.each<[string, (about: Awaited<ReturnType<typeof shared>>, office: Awaited<ReturnType<typeof shared>>['admin']) => Promise<{ status: number }>]>([
  ['added', ({ uuid, wearer, small }, office) => office.post(`/api/admin/orders/${uuid}/lines`, { employee_id: wearer.id, product_id: small.id })],
  ['priced', ({ line }, office) => office.put(`/api/admin/order-lines/${line.id}`, { unit_price: 999 })],
  ['changed', ({ line, large }, office) => office.put(`/api/admin/order-lines/${line.id}`, { product_id: large.id, qty_requested: 2 })],
])('a draft with changes that the caller has not seen cannot be submitted: the office has %s a line meanwhile', async (_, change) => {
  const about = await shared();
  const office = await about.as('super');
  expect((await change(about, office)).status).toBeLessThan(300);
  const { version } = (await about.admin.get(about.path)).body;
  expect(version).toBe(about.seen.version + 1);
  expect(await about.submit(about.uuid, { version: about.seen.version })).toMatchObject(stale({ is_submitted: false, version }));
  expect(await about.submit(about.uuid, { version })).toMatchObject({ status: 200, body: { is_submitted: true } });
});

test('the version of a submitted order stays the same when the office changes or adds a line', async () => {
  const { as, submit, uuid, path, line, wearer, small } = await shared();
  await submit(uuid);
  const office = await as('super');
  const { version } = (await office.get(path)).body;
  expect((await office.put(`/api/admin/order-lines/${line.id}`, { unit_price: 999 })).status).toBe(200);
  expect((await office.post(`/api/admin/orders/${uuid}/lines`, { employee_id: wearer.id, product_id: small.id })).status).toBeLessThan(300);
  expect((await office.get(path)).body.version).toBe(version);
});

/** Returns a caller who sends the id of a browser tab. */
const inTab = (by: Awaited<ReturnType<typeof shared>>['admin'], tab: string) => {
  const headers = { 'Kitroom-Tab': tab };
  return {
    get: (path: string) => by.get(path, headers),
    post: (path: string, body: unknown) => by.post(path, body, headers),
    put: (path: string, body: unknown) => by.put(path, body, headers),
  };
};

test('a browser tab that has just changed a draft can submit it; another tab, or a caller without a tab id, gets 409', async () => {
  const { admin, path, line, seen, details, wearer, small } = await shared();
  const tab = inTab(admin, 'one');
  const responses = await Promise.all([
    tab.put(`${path}/lines/${line.id}`, { qty_requested: 3, version: line.version }),
    tab.post(`${path}/employees/${wearer.id}/lines`, { lines: [{ product_id: small.id, quantity: 2 }] }),
    tab.put(path, { set_delivery_details: true, cost_code: 'CC', version: seen.version }),
    tab.put(path, { set_delivery_details: true, customer_notes: 'By noon', version: seen.version }),
    tab.put(`${path}/lines/${line.id}`, { qty_requested: 4, version: line.version }),
    tab.put(`${path}/lines/${line.id}`, { notes: 'Long sleeves', version: line.version }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200]);
  const sending = { ...details, terms: true, version: seen.version };
  for (const by of [admin, inTab(admin, 'two')])
    expect(await by.put(`${path}?submitted=true`, sending)).toMatchObject(stale({ is_submitted: false, cost_code: 'CC' }));
  const response = await tab.put(`${path}?submitted=true`, sending);
  expect(response).toMatchObject({ status: 200, body: { is_submitted: true, cost_code: 'CC', customer_notes: 'By noon' } });
  expect(response.body.lines).toMatchObject([{ notes: 'Long sleeves' }, { qty_requested: 2 }]);
});

test('the tab that made the latest changes learns after which version only this tab has changed the order', async () => {
  const { admin, other, path, line, seen } = await shared();
  const [one, two, otherTab] = [inTab(admin, 'one'), inTab(admin, 'two'), inTab(other, 'one')];
  const ownSince = async (by: typeof one): Promise<number | null> => (await by.get(path)).body.own_since;
  const change = async (by: typeof one, qty_requested: number) =>
    expect((await by.put(`${path}/lines/${line.id}`, { qty_requested })).status).toBe(200);
  await change(one, 2);
  await change(one, 3);
  expect(await Promise.all([one, two, otherTab].map(ownSince))).toEqual([seen.version, null, null]);
  await change(otherTab, 4);
  await change(one, 5);
  expect(await Promise.all([one, two, otherTab].map(ownSince))).toEqual([seen.version + 3, null, null]);
  expect((await admin.get(path)).body.own_since).toBeNull();
});

test('a change that somebody else makes between two changes of a tab is a conflict, even if a super makes it as the same person', async () => {
  const { admin, other, path, line, seen, details, as, caller } = await shared();
  const tab = inTab(admin, 'one');
  const putQuantity = (by: Pick<typeof tab, 'put'>, qty_requested: number) => by.put(`${path}/lines/${line.id}`, { qty_requested });
  const submit = (version: number) => tab.put(`${path}?submitted=true`, { ...details, terms: true, version });
  for (const [by, qty] of [
    [tab, 2],
    [inTab(other, 'one'), 3],
    [tab, 4],
  ] as const)
    expect((await putQuantity(by, qty)).status).toBe(200);
  expect(await submit(seen.version)).toMatchObject(stale({ is_submitted: false }));
  expect(await tab.put(`${path}/lines/${line.id}`, { notes: 'x', version: line.version })).toMatchObject(stale({ qty_requested: 4 }));

  const { version } = (await admin.get(path)).body;
  const boss = await superWithPassword({ as });
  const acting = caller((await take(boss, admin.id)).body.token, admin.id);
  expect((await putQuantity(inTab(acting, 'one'), 5)).status).toBe(200);
  expect(await submit(version)).toMatchObject(stale({ is_submitted: false }));
  expect(await submit(version + 1)).toMatchObject({ status: 200, body: { is_submitted: true } });
});

test('a conflict says "You changed this in another tab" if only the caller made changes, otherwise "Somebody else changed this"', async () => {
  const { admin, other, path, line, seen, as, submit, uuid } = await shared();
  const [one, two] = [inTab(admin, 'one'), inTab(admin, 'two')];
  const own = { status: 409, body: { code: 'stale_version', message: 'You changed this in another tab.', by_you: true } };
  const otherConflict = { status: 409, body: { code: 'stale_version', message: 'Somebody else changed this meanwhile.' } };
  const head = (more: object) => ({ set_delivery_details: true, ...more });
  expect((await one.put(`${path}/lines/${line.id}`, { qty_requested: 2, version: line.version })).status).toBe(200);
  expect(await two.put(`${path}/lines/${line.id}`, { qty_requested: 3, version: line.version })).toMatchObject(own);
  expect(await inTab(other, 'two').put(`${path}/lines/${line.id}`, { qty_requested: 3, version: line.version })).toMatchObject(otherConflict);
  expect(await two.put(path, head({ cost_code: 'CC', version: seen.version }))).toMatchObject(own);
  await other.put(path, head({ cost_code: 'THEIRS' }));
  await one.put(path, head({ cost_code: 'MINE' }));
  expect((await two.put(path, head({ cost_code: 'CC', version: seen.version }))).body).toEqual(expect.not.objectContaining({ by_you: true }));
  await submit(uuid);

  const office = await as('super');
  const [desk, beside] = [inTab(office, 'one'), inTab(office, 'two')];
  const { version, lines } = (await office.get(path)).body;
  const input = { notes: 'Fold it', version: lines[0].version };
  expect((await desk.put(`/api/admin/order-lines/${line.id}`, input)).status).toBe(200);
  expect((await desk.put(`/api/admin/order-lines/${line.id}`, input)).status, 'a tab knows what it did').toBe(200);
  expect(await beside.put(`/api/admin/order-lines/${line.id}`, { ...input, notes: 'x' })).toMatchObject(own);
  expect((await desk.put(`/api/admin/orders/${uuid}/update`, { cost_code: 'OFFICE', version })).status).toBe(200);
  expect(await beside.put(`/api/admin/orders/${uuid}/update`, { cost_code: 'x', version })).toMatchObject(own);
  expect(await inTab(await as('super'), 'one').put(`/api/admin/orders/${uuid}/update`, { cost_code: 'x', version })).toMatchObject(otherConflict);
});

test('a tab can go on editing after an allocation, a hold or a substitution; another tab of the same person gets "You changed this"', async () => {
  const { as, submit, uuid, line, large, medium } = await shared();
  await submit(uuid);
  const office = await as('super');
  for (const { id } of [medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 5 });
  const [desk, beside, stranger] = [inTab(office, 'one'), inTab(office, 'two'), inTab(await as('super'), 'one')];
  const own = { status: 409, body: { code: 'stale_version', message: 'You changed this in another tab.', by_you: true } };
  const otherConflict = { status: 409, body: { code: 'stale_version', message: 'Somebody else changed this meanwhile.' } };
  const order = `/api/admin/orders/${uuid}`;
  const ofLine = `/api/admin/order-lines/${line.id}`;
  const latest = async () => (await office.get(`/api/orders/${uuid}`)).body;
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['allocate', () => desk.post(`${order}/allocate-all`, {})],
    ['un-allocate', () => desk.put(order, { unallocate: true })],
    ['set an allocation', () => desk.put(`${order}/lines/${line.id}/allocation`, { qty_allocated: 1 })],
    ['substitute', () => desk.post(`${ofLine}/substitute`, { mode: 'substitute', product_id: large.id })],
    ['replace', () => desk.post(`${ofLine}/substitute`, { mode: 'replace', product_id: large.id })],
  ];
  for (const [what, change] of changes) {
    const { lines } = await latest();
    const input = { notes: what, version: lines[0].version };
    expect((await change()).status, what).toBe(200);
    expect(await beside.put(ofLine, input), what).toMatchObject(own);
    expect(await stranger.put(ofLine, input), what).toMatchObject(otherConflict);
    expect((await desk.put(ofLine, input)).status, what).toBe(200);
  }

  const { version, lines } = await latest();
  const [{ version: line_version }] = lines;
  expect((await desk.put(`${order}/lines/${line.id}/allocation`, { qty_allocated: 0, version: line_version })).status).toBe(200);
  expect(await beside.put(`${order}/lines/${line.id}/allocation`, { qty_allocated: 1, version: line_version })).toMatchObject(own);
  expect(await beside.post(`${ofLine}/substitute`, { mode: 'substitute', product_id: medium.id, version: line_version })).toMatchObject(own);
  expect((await desk.put(order, { is_frozen: true, frozen_reason: 'Unpaid', version })).status).toBe(200);
  expect(await beside.put(order, { is_frozen: false, version })).toMatchObject(own);
  expect(await beside.put(`${order}/update`, { cost_code: 'x', version })).toMatchObject(own);
  expect(await stranger.put(order, { is_frozen: false, version })).toMatchObject(otherConflict);
  expect((await desk.put(order, { is_frozen: false, version })).status).toBe(200);
});
