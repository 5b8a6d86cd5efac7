import { deflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { orders, returns, sessions, sizeLinks } from '../../server/db/tables/index.ts';
import { pathOf } from '../../server/files/store-file.ts';
import { checkCloseDay } from '../../shared/accounts/save-account.ts';
import { type Caller, world } from '../world.ts';

const path = '/api/admin/accounts';
const stores = {
  name: 'Humber Cold Stores',
  vat_number: 'GB 123 4567 89',
  contact_name: 'Derek Oyelaran',
  contact_email: 'derek@humber.test',
  contact_phone: '01482 960 331',
  invoice_address: { address_line_1: '14 Dock Road', address_line_4: 'Hull', postcode: 'HU9 1TA' },
  invoice_detail: 'Supplier number 40812\nMonthly statement',
  skip_invoice: false,
  require_po: true,
  require_cc: false,
  per_site_invoicing: true,
  self_order_budgeting: true,
  is_consolidated_invoicing: true,
  consolidated_invoice_close_day: 28,
  domain: 'humber.test',
  custom_video_explainer_url: 'https://video.test/watch?v=1',
  notify_impersonated: false,
  show_stock: false,
  terms: 'Thirty days.\nNo returns of samples.',
};

let prefixes = 0;
/** A SKU prefix that no other account of this test file has. */
const newPrefix = (): string => `P${String(++prefixes).padStart(3, '0')}`;

/** An account that the office has just added. */
async function setUp() {
  const base = await world();
  const office = await base.as('super');
  const sku_prefix = newPrefix();
  const reference = `HCS ${sku_prefix}`;
  const added = await office.post(path, { ...stores, sku_prefix, reference });
  const one = `${path}/${added.body.id}`;
  const events = async () =>
    (await office.get(`/api/admin/audit?on_type=account&on_id=${added.body.id}`)).body.items.map(({ what }: { what: string }) => what);
  return { ...base, office, sku_prefix, reference, added, one, events, id: added.body.id as number };
}

const dataUrl = (bytes: Uint8Array, type = 'image/png'): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const picture = (width: number, height = width) => sharp({ create: { width, height, channels: 3, background: '#1f2c4d' } });
const logoErrors = async (caller: Caller, one: string, logo: string) => {
  const { status, body } = await caller.put(one, { name: 'Lost', logo });
  return [status, body.errors];
};

/** A PNG of a few bytes whose header claims that the picture is `side` pixels wide and high. */
function hugePng(side: number): Buffer {
  const crcs = new Uint32Array(256).map((_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = (crcs[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]);
}

describe('an account', () => {
  test('is stored with every field, and needs only a name', async () => {
    const { office, added, one, sku_prefix, reference, events } = await setUp();
    const none = { users_count: 0, sites_count: 0, employee_roles_count: 0, clothing_sets_count: 0 };
    expect(added).toMatchObject({
      status: 201,
      body: { ...stores, sku_prefix, reference, logo: null, deleted_at: null, is_archived: false, version: 1, counts: none },
    });
    expect((await office.get(one)).body).toEqual(added.body);
    expect(await events()).toEqual(['account.created']);
    expect(await office.post(path, { name: ' Least ', contact_email: '', sku_prefix: ' ', terms: '' })).toMatchObject({
      status: 201,
      body: {
        name: 'Least',
        reference: '',
        contact_email: null,
        sku_prefix: null,
        terms: null,
        require_po: false,
        notify_impersonated: true,
        show_stock: true,
      },
    });
    expect(Object.keys((await office.post(path, {})).body.errors)).toEqual(['name']);
    expect((await office.get(`${path}/999999`)).status).toBe(404);
    expect((await office.get(`${path}/999999/open`)).status).toBe(404);
  });

  test('with invalid fields is refused with an error on each field', async () => {
    const { office, one, added } = await setUp();
    const faults: Record<string, unknown>[] = [
      { name: ' ' },
      { name: 'x'.repeat(121) },
      { reference: 'x'.repeat(41) },
      { sku_prefix: 'A' },
      { sku_prefix: 'abc' },
      { sku_prefix: 'ABCDEFG' },
      { sku_prefix: 'AB-C' },
      { vat_number: 'x'.repeat(21) },
      { contact_email: 'derek@' },
      { contact_phone: '0'.repeat(33) },
      { invoice_detail: 'x'.repeat(501) },
      { domain: 'not a domain' },
      { domain: 'https://humber.test' },
      { custom_video_explainer_url: 'http://video.test' },
      { custom_video_explainer_url: 'javascript:alert(1)' },
      { custom_video_explainer_url: 'https:// video.test' },
      { terms: 'x'.repeat(10_001) },
      { consolidated_invoice_close_day: 0 },
      { consolidated_invoice_close_day: 29 },
      { consolidated_invoice_close_day: 1.5 },
      { require_po: 'yes' },
      { skip_invoice: null },
    ];
    for (const fault of faults) {
      expect(
        (await office.post(path, { name: 'Other', is_consolidated_invoicing: true, ...fault })).body.errors,
        JSON.stringify(fault),
      ).toHaveProperty(Object.keys(fault)[0] ?? '');
      if (!('sku_prefix' in fault)) expect((await office.put(one, fault)).status, JSON.stringify(fault)).toBe(422);
    }
    expect((await office.put(one, { invoice_address: { address_line_1: '14 Dock Road' } })).body.errors).toHaveProperty(['invoice_address.postcode']);
    expect((await office.get(one)).body).toEqual(added.body);
  });

  test('has a close day only if its invoices are consolidated', async () => {
    const { office, one } = await setUp();
    const day = 'consolidated_invoice_close_day';
    expect((await office.put(one, { [day]: null })).body.errors).toHaveProperty(day);
    expect((await office.put(one, { is_consolidated_invoicing: false, [day]: 5 })).body.errors).toHaveProperty(day);
    expect((await office.put(one, { is_consolidated_invoicing: false })).body).toMatchObject({ is_consolidated_invoicing: false, [day]: null });
    expect((await office.put(one, { [day]: 5 })).body.errors).toHaveProperty(day);
    expect((await office.put(one, { is_consolidated_invoicing: true })).body.errors).toHaveProperty(day);
    expect((await office.put(one, { is_consolidated_invoicing: true, [day]: 1 })).body).toMatchObject({ [day]: 1 });
    expect((await office.post(path, { name: 'Other', [day]: 5 })).body.errors).toHaveProperty(day);
    expect(checkCloseDay({ is_consolidated_invoicing: false, [day]: null } as never)).toEqual({ ok: true });
  });

  test('changes only in the fields that are sent; a change with a stale version is refused, and the answer has the current account', async () => {
    const { office, one, key, events } = await setUp();
    const again = key();
    const change = () => office.put(one, { name: 'Renamed', contact_name: '', version: 1 }, again);
    expect(await change()).toMatchObject({ status: 200, body: { name: 'Renamed', contact_name: null, domain: stores.domain, version: 2 } });
    expect((await change()).body.version).toBe(2);
    expect(await office.put(one, { name: 'Late', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { name: 'Renamed', version: 2, counts: { users_count: 0 } } },
    });
    expect((await office.put(`${path}/999999`, { name: 'Nobody' })).status).toBe(404);
    expect(await events()).toEqual(['account.changed', 'account.created']);
  });

  test('is added once if the same request is sent twice', async () => {
    const { office, key } = await setUp();
    const headers = key();
    const send = () => office.post(path, { name: 'Twice' }, headers);
    const { id } = (await send()).body;
    expect(await send()).toMatchObject({ status: 201, body: { id } });
  });
});

describe('the SKU prefix', () => {
  test('is given to one account only, even if two accounts request it at once', async () => {
    const { office, sku_prefix } = await setUp();
    const taken = { sku_prefix: ['Another account has this prefix already.'] };
    expect((await office.post(path, { name: 'Other', sku_prefix })).body.errors).toEqual(taken);

    const wanted = newPrefix();
    const both = await Promise.all([office.post(path, { name: 'One', sku_prefix: wanted }), office.post(path, { name: 'Two', sku_prefix: wanted })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual(taken);

    const [first, second] = await Promise.all([office.post(path, { name: 'Third' }), office.post(path, { name: 'Fourth' })]);
    const later = newPrefix();
    const changes = await Promise.all([first, second].map(({ body }) => office.put(`${path}/${body.id}`, { sku_prefix: later })));
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(changes.find(({ status }) => status === 422)?.body.errors).toEqual(taken);
  });

  test('may equal the reference of the same account; the reference of another account is refused, in upper or lower case', async () => {
    const { office } = await setUp();
    const prefix = newPrefix();
    const { id } = (await office.post(path, { name: 'Aire Ports', reference: prefix.toLowerCase() })).body;
    const fault = { sku_prefix: [`This is the reference of Aire Ports. Choose another prefix: it cannot be changed later.`] };
    expect((await office.post(path, { name: 'Fifth', sku_prefix: prefix })).body.errors).toEqual(fault);
    const other = (await office.post(path, { name: 'Sixth' })).body.id;
    expect((await office.put(`${path}/${other}`, { sku_prefix: prefix })).body.errors).toEqual(fault);
    expect((await office.put(`${path}/${id}`, { sku_prefix: prefix })).status).toBe(200);
  });

  test('cannot become another account’s reference, but another account’s reference may begin with the prefix', async () => {
    const { office } = await setUp();
    const prefix = newPrefix();
    const { id } = (await office.post(path, { name: 'Tees Docks', sku_prefix: prefix })).body;
    const fault = { reference: ['This is the SKU prefix of Tees Docks. Choose another reference.'] };
    expect((await office.post(path, { name: 'Seventh', reference: prefix })).body.errors).toEqual(fault);
    const other = (await office.post(path, { name: 'Eighth', reference: `${prefix}-1` })).body.id;
    expect((await office.put(`${path}/${other}`, { reference: prefix.toLowerCase() })).body.errors).toEqual(fault);
    expect((await office.put(`${path}/${other}`, { name: 'Ninth', reference: `${prefix}-1` })).status).toBe(200);
    expect((await office.put(`${path}/${id}`, { reference: prefix })).status).toBe(200);
  });

  test('is refused if a SKU of the catalogue or of another account begins with the prefix and a hyphen', async () => {
    const { office, product } = await setUp();
    const prefix = newPrefix();
    const { sku } = await product({ sku: `${prefix}-POLO` });
    const fault = { sku_prefix: [`Other SKUs begin with this prefix, such as ${sku}. Choose another: it cannot be changed later.`] };
    expect((await office.post(path, { name: 'Tenth', sku_prefix: prefix })).body.errors).toEqual(fault);
    const { id } = (await office.post(path, { name: 'Eleventh' })).body;
    expect((await office.put(`${path}/${id}`, { sku_prefix: prefix })).body.errors).toEqual(fault);
    await product({ sku: `${prefix}X1` });
    expect((await office.put(`${path}/${id}`, { sku_prefix: `${prefix}X` })).status).toBe(200);
  });

  test('cannot be changed once it is set', async () => {
    const { office, one, sku_prefix } = await setUp();
    const fixed = { sku_prefix: ['The SKU prefix cannot be changed once it is set.'] };
    for (const other of [newPrefix(), null, '']) expect((await office.put(one, { sku_prefix: other })).body.errors).toEqual(fixed);
    expect((await office.put(one, { sku_prefix })).status).toBe(200);
    const { id } = (await office.post(path, { name: 'Without' })).body;
    expect((await office.put(`${path}/${id}`, { sku_prefix: newPrefix() })).status).toBe(200);
  });
});

describe('a logo', () => {
  test('is re-encoded with at most 512 pixels a side, and shown to the people of the account', async () => {
    const { office, one, id, as, services } = await setUp();
    const { body } = await office.put(one, { logo: dataUrl(await picture(900, 300).png().toBuffer()) });
    expect(body.logo).toMatch(/^\/files\/[0-9a-f]{64}$/);
    const stored = await sharp(pathOf(services.settings.DATA_DIR, body.logo.slice('/files/'.length))).metadata();
    expect(stored).toMatchObject({ format: 'png', width: 512, height: 171 });
    const person = await as('client_admin', { account_id: id });
    expect((await person.get(`/api/accounts/${id}`)).body.logo).toBe(body.logo);
    expect((await person.get(body.logo)).status).toBe(200);

    // The type of a picture follows from its content, not from the type in the request.
    const photo = await office.put(one, { logo: dataUrl(await picture(40).jpeg().toBuffer(), 'image/png') });
    expect((await office.get(photo.body.logo)).headers.get('Content-Type')).toBe('image/jpeg');
    expect((await office.put(one, { name: 'Renamed', logo: photo.body.logo })).body).toMatchObject({ name: 'Renamed', logo: photo.body.logo });
    expect((await office.put(one, { logo: null })).body.logo).toBe(photo.body.logo);
    expect((await office.put(one, { delete_logo: true })).body.logo).toBeNull();
    const added = await office.post(path, { name: 'With logo', logo: dataUrl(await picture(20).png().toBuffer()) });
    expect(added).toMatchObject({ status: 201, body: { logo: expect.stringMatching(/^\/files\//) } });
  });

  test('that cannot be used is refused, and no part of the change is saved', async () => {
    const { office, one, added } = await setUp();
    const noPicture = [422, { logo: ['This is not a picture. Use a PNG or JPEG file.'] }];
    const unreadable = [422, { logo: ['This picture cannot be read.'] }];
    const tooLarge = [422, { logo: ['This picture is too large. Use one of at most 8 MB.'] }];
    const png = await picture(600).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    for (const logo of [
      'logo.png',
      'https://elsewhere.test/logo.png',
      'data:image/png,abc',
      dataUrl(svg),
      dataUrl(Buffer.from('%PDF-1.4\n')),
      'data:;base64,',
    ])
      expect(await logoErrors(office, one, logo), logo).toEqual(noPicture);
    expect(await logoErrors(office, one, dataUrl(png.subarray(0, 60)))).toEqual(unreadable);
    expect(await logoErrors(office, one, dataUrl(hugePng(60_000)))).toEqual(unreadable);
    expect(await logoErrors(office, one, dataUrl(Buffer.alloc(8 * 1024 * 1024 + 1)))).toEqual(tooLarge);
    expect(await logoErrors(office, one, dataUrl(Buffer.alloc(8_700_000)))).toEqual(tooLarge);
    expect((await office.put(one, { logo: 'x'.repeat(12 * 1024 * 1024) })).status).toBe(413);
    expect((await office.post('/api/admin/suppliers', { name: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    expect((await office.get(one)).body).toEqual(added.body);
  });
});

test('the list of accounts ignores a search of one letter, and contains counts and archived accounts only on request', async () => {
  const { office, one, id, as, site, user, clothingSet, employeeRole } = await setUp();
  const name = `Zz${id}`;
  await office.put(one, { name, reference: `R${id}R` });
  const { id: site_id } = await site(id);
  await site(id, { deleted_at: '2026-11-01T09:00:00.000Z' });
  await as('client_admin', { account_id: id, sites: [site_id] });
  await user('employee', { account_id: id, deleted_at: '2026-11-01T09:00:00.000Z' });
  await clothingSet(id);
  await employeeRole({ account_id: id });
  const list = async (query: string) => (await office.get(`${path}?${query}`)).body;
  const found = await list(`search=${name.toLowerCase()}&include=counts`);
  const counts = { users_count: 1, sites_count: 1, employee_roles_count: 1, clothing_sets_count: 1 };
  const invoicing = { skip_invoice: false, per_site_invoicing: true, is_consolidated_invoicing: true, consolidated_invoice_close_day: 28 };
  const fields = { name, reference: `R${id}R`, logo: null, ...invoicing };
  expect(found.items).toEqual([{ id, ...fields, deleted_at: null, is_archived: false, version: 2, counts }]);
  expect((await office.get(one)).body.counts).toEqual(counts);
  expect((await list(`search=${`R${id}R`.toLowerCase()}`)).items).toMatchObject([{ id }]);
  expect((await list(`search=${name}`)).items[0]).not.toHaveProperty('counts');
  expect((await list('search=z&per_page=100')).total).toBe((await list('per_page=100')).total);
  expect((await list('search=nothing-like-it&include=counts')).items).toEqual([]);
  await office.delete(one);
  expect((await list(`search=${name}`)).items).toEqual([]);
  expect((await list(`search=${name}&archived=true&include=counts`)).items).toMatchObject([{ id, is_archived: true, counts }]);
  expect((await list('orderBy=reference&sortedBy=desc')).per_page).toBe(50);
  expect((await office.get(`${path}?include=secrets`)).status).toBe(422);
});

describe('archiving', () => {
  test('signs all people out, ends their size links and lists open orders, returns and drafts; restoring allows sign-ins again', async () => {
    const { office, one, id, as, user, anyone, database, now, key, events } = await setUp();
    const email = `manager.${id}@humber.test`;
    const person = await as('client_admin', { account_id: id, email, password_hash: await hashPassword('a fine long password') });
    const wearer = await user('employee', { account_id: id });
    const stranger = await as('client_admin');
    const head = { account_id: id, creator_id: person.id, requester_id: person.id, created_at: now(), status_since: now() };
    const uuids = await database.unitOfWork(async (db) => {
      const rows = await db
        .insert(orders)
        .values(
          (['draft', 'requested', 'submitted', 'part_shipped', 'shipped', 'cancelled'] as const).map((status) => ({
            ...head,
            uuid: crypto.randomUUID(),
            status,
            submitted_at: status === 'draft' || status === 'requested' ? null : now(),
          })),
        )
        .returning({ id: orders.id, uuid: orders.uuid });
      await db.insert(orders).values({ ...head, uuid: crypto.randomUUID(), deleted_at: now() });
      const order_id = rows[4]?.id ?? 0;
      await db.insert(returns).values([
        { order_id, creator_id: person.id, created_at: now() },
        { order_id, creator_id: person.id, created_at: now(), finalised_at: now() },
      ]);
      const expires_at = '2027-01-01T00:00:00.000Z';
      await db
        .insert(sizeLinks)
        .values({ order_id: rows[0]?.id ?? 0, employee_id: wearer.id, token_hash: `link ${id}`, created_at: now(), expires_at });
      return rows.map(({ uuid }) => uuid);
    });
    const open = (await office.get(`${one}/open`)).body;
    expect(open).toMatchObject({
      orders: [{ uuid: uuids[2] }, { uuid: uuids[3] }],
      returns: [{ id: expect.any(Number), number: expect.stringMatching(/^\d{5,}$/) }],
      drafts: [{ uuid: uuids[0] }],
      requests: [{ uuid: uuids[1] }],
    });
    expect(open.orders).toHaveLength(2);
    expect(open.drafts).toHaveLength(1);
    expect(open.returns).toHaveLength(1);

    const again = key();
    const archive = () => office.delete(one, undefined, again);
    const archived = await archive();
    expect(archived).toMatchObject({ status: 200, body: { id, is_archived: true, deleted_at: now(), version: 2, open } });
    expect((await archive()).body).toEqual(archived.body);
    expect((await office.delete(one)).body).toEqual(archived.body);
    expect(await events()).toEqual(['account.archived', 'account.created']);
    expect((await person.get('/api/auth/me')).status).toBe(401);
    expect((await stranger.get('/api/auth/me')).status).toBe(200);
    expect(await database.reader.select().from(sessions).where(eq(sessions.user_id, person.id))).toEqual([]);
    const [link] = await database.reader.select().from(sizeLinks).where(eq(sizeLinks.employee_id, wearer.id));
    expect(link?.expires_at).toBe(now());
    const signIn = () => anyone.post('/api/auth/login', { email, password: 'a fine long password' });
    expect((await signIn()).body.errors).toEqual({ email: ['The email or password is not right.'] });
    expect((await office.get(`/api/orders/${uuids[2]}`)).status).toBe(200);
    expect((await office.put(one, { contact_name: 'Their accountant' })).body).toMatchObject({ contact_name: 'Their accountant', is_archived: true });

    expect((await office.post(`${one}/restore`)).body).toMatchObject({ is_archived: false, deleted_at: null, version: 4 });
    expect((await office.post(`${one}/restore`)).body.version).toBe(4);
    expect(await events()).toEqual(['account.restored', 'account.changed', 'account.archived', 'account.created']);
    expect((await signIn()).status).toBe(200);
    expect((await person.get('/api/auth/me')).status).toBe(401);
  });

  test('or restoring an account that does not exist gets 404', async () => {
    const { office } = await setUp();
    expect((await office.delete(`${path}/999999`)).status).toBe(404);
    expect((await office.post(`${path}/999999/restore`)).status).toBe(404);
  });
});

test('only the office can see and change accounts', async () => {
  const { as, one, id } = await setUp();
  const logo = dataUrl(await picture(10).png().toBuffer());
  for (const caller of [await as('warehouse'), await as('embroiderer'), await as('client_admin', { account_id: id })]) {
    const answers = [
      caller.get(path),
      caller.get(one),
      caller.get(`${one}/open`),
      caller.post(path, { name: 'Theirs', logo }),
      caller.put(one, { name: 'Theirs', logo }),
      caller.delete(one),
      caller.post(`${one}/restore`),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
  }
});

test('the list of accounts includes their sites on request; if per_page is null, one page has all accounts', async () => {
  const w = await world();
  const office = await w.as('super');
  const { id, name } = await w.account({ name: `Located ${w.key()['Idempotency-Key']}` });
  const other = await w.account({ name: `${name} too` });
  for (const site of ['Yard', 'Depot']) await w.site(id, { name: site });
  const path = `/api/admin/accounts?search=${encodeURIComponent(name)}`;
  const { items } = (await office.get(`${path}&include=sites`)).body;
  expect(items.map((one: { id: number; sites: object[] }) => [one.id, one.sites])).toEqual([
    [id, [expect.objectContaining({ name: 'Depot' }), expect.objectContaining({ name: 'Yard' })]],
    [other.id, []],
  ]);
  expect(items[0].sites[0]).not.toHaveProperty('delivery_address');
  const located = (await office.get(`${path}&include=sites,sites.delivery_address`)).body;
  expect(located.items[0].sites[0].delivery_address).toMatchObject({ postcode: 'LS1 4AP' });
  const all = (await office.get('/api/admin/accounts?per_page=null&orderBy=name')).body;
  expect([all.items.length, all.last_page]).toEqual([all.total, 1]);
  expect((await office.get('/api/admin/accounts?per_page=none')).status).toBe(422);
  expect((await office.get('/api/admin/accounts?per_page=1000')).body.per_page).toBe(100);
});
