import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { sizeFixture } from './fixture.ts';

describe('submitting without sizes', () => {
  test('emails a personal link to each wearer whose size is missing', async () => {
    const { unsized, wearer, colleague, mails, draft, order, submit, tokenFor, client } = await sizeFixture();
    const { uuid } = await unsized([wearer.id, colleague.id]);
    const emails = await mails();
    expect(emails.map(({ to }) => to).sort()).toEqual([wearer.email, colleague.email].sort());
    for (const { subject, text, html } of emails) {
      expect(subject).toMatch(/^Which size do you wear\? Order \d{5} needs your sizes$/);
      expect(text).toMatch(/https?:\/\/\S+\/sizes\/[\w-]{43}/);
      expect(html).toMatch(/href="https?:\/\/[^"]+\/sizes\/[\w-]{43}"/);
      expect(text).toContain('2 x');
      expect(text).toContain('size to be chosen');
      expect(text).toContain('20 December 2026');
      expect(text).toContain(client.name);
      expect(text + html).not.toMatch(/£|password=/);
    }
    expect(await tokenFor(wearer.email)).not.toBe(await tokenFor(colleague.email));
    expect(uuid).toEqual(expect.any(String));
    // Once every size is chosen, no email is sent.
    const sized = await draft();
    await order(sized);
    await submit(sized);
    expect(await mails()).toHaveLength(2);
  });

  test('tells the submitter, before and after the submission, which wearers cannot be reached by email', async () => {
    const { person, dress, draft, order, submit, admin, wearer, parent, mails, database, now } = await sizeFixture();
    const silent = await person('employee', { forenames: 'Jo', surname: 'Quiet', email: null });
    const archivedWearer = await person('employee', { forenames: 'Al', surname: 'Parted' });
    for (const { id } of [silent, archivedWearer]) await dress(id);
    const uuid = await draft(admin, [wearer.id, silent.id, archivedWearer.id]);
    for (const { id } of [wearer, silent, archivedWearer]) await order(uuid, parent.id, 1, admin, id);
    await database.unitOfWork(async (db) => void (await db.update(users).set({ is_disabled: true }).where(eq(users.id, archivedWearer.id))));
    const missingSizes = async () => (await admin.get(`/api/orders/${uuid}/missing-sizes`)).body.items;
    expect(await missingSizes()).toEqual(
      expect.arrayContaining([
        { employee: { id: wearer.id, name: expect.any(String) }, lines: 1, has_email: true, asked_at: null, expires_at: null },
        { employee: { id: silent.id, name: 'Jo Quiet' }, lines: 1, has_email: false, asked_at: null, expires_at: null },
        { employee: { id: archivedWearer.id, name: 'Al Parted' }, lines: 1, has_email: false, asked_at: null, expires_at: null },
      ]),
    );
    await submit(uuid, { confirm_missing_sizes: true });
    expect((await mails()).map(({ to }) => to)).toEqual([wearer.email]);
    const [first] = (await admin.get('/api/notifications')).body.items;
    expect(first.data).toMatchObject({
      message: expect.stringMatching(/^Al Parted and Jo Quiet have no email address/),
      url: `/orders/${uuid}`,
    });
    const expected = (await missingSizes()).find(({ has_email }: { has_email: boolean }) => has_email);
    expect(expected).toMatchObject({ asked_at: now(), expires_at: '2026-12-20T09:00:00.000Z' });
  });

  test('sends links whose secrets are not shown in the office’s list of emails', async () => {
    const { unsized, as, wearer, tokenFor } = await sizeFixture();
    await unsized();
    const { body } = await (await as('super')).get(`/api/admin/mail?search=${encodeURIComponent(wearer.email ?? '')}`);
    expect(body.items).toMatchObject([{ kind: 'size_request', text: expect.stringContaining('/sizes/•••') }]);
    expect(JSON.stringify(body)).not.toContain(await tokenFor(wearer.email));
  });

  test('charges the most expensive size that the wearer may have, and allocates no stock', async () => {
    const { style, person, clothingSet, client, draft, order, submit, admin, as } = await sizeFixture();
    const tall = await person('employee');
    const { parent, children } = await style(['S', 'M', 'L']);
    const [small, medium, large] = children.map(({ id }) => id);
    await clothingSet(client.id, {
      products: [
        { product_id: small ?? 0, price: 1000 },
        { product_id: medium ?? 0, price: 1400 },
      ],
      wearers: [tall.id],
    });
    const uuid = await draft(admin, [tall.id]);
    const line = await order(uuid, parent.id, 3, admin, tall.id);
    expect(line).toMatchObject({ is_size_selected: false, product_id: parent.id, unit_price: 1400, sub_total: 4200 });
    await submit(uuid, { confirm_missing_sizes: true });

    const office = await as('super');
    for (const id of children.map((child) => child.id)) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
    expect((await office.post(`/api/admin/orders/${uuid}/allocate-all`)).body.lines?.[0]?.qty_allocated ?? 0).toBe(0);
    expect((await office.put(`/api/admin/orders/${uuid}/lines/${line.id}/allocation`, { qty_allocated: 1 })).status).toBe(422);
    // A size that is not in the wearer's sets cannot be chosen.
    const size = (product_id: number | undefined) => admin.put(`/api/orders/${uuid}/lines/${line.id}`, { product_id });
    expect((await size(large)).body.errors).toEqual({ product_id: [expect.any(String)] });
    expect((await size(small)).body).toMatchObject({ is_size_selected: true, unit_price: 1000, sub_total: 3000 });
    // Whoever ordered may correct the size until it is allocated.
    expect((await size(medium)).body).toMatchObject({ is_size_selected: true, unit_price: 1400, sub_total: 4200 });
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    expect((await office.get(`/api/orders/${uuid}`)).body.lines[0].qty_allocated).toBe(3);
  });

  test('lets a wearer who is signed in see and choose only the wearer’s own missing sizes, without prices', async () => {
    const { unsized, wearer, colleague, signIn, small, admin } = await sizeFixture();
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    const self = await signIn(wearer);
    expect((await self.get('/api/notifications')).body.items).toMatchObject([{ data: { title: 'Choose your sizes', url: `/orders/${uuid}` } }]);
    const { body } = await self.get(`/api/orders/${uuid}`);
    expect(body).toMatchObject({ sub_total: null, can: { choose_size: true, edit_lines: false }, lines: [{ id: lines[0], unit_price: null }] });
    const size = (line: number | undefined, product_id: number) => self.put(`/api/orders/${uuid}/lines/${line}`, { product_id });
    expect((await size(lines[1], small.id)).status).toBe(404);
    expect(await size(lines[0], small.id)).toMatchObject({ status: 200, body: { product_id: small.id, unit_price: null } });
    expect((await admin.get('/api/notifications')).body.items).toEqual([]);
    await admin.put(`/api/orders/${uuid}/lines/${lines[1]}`, { product_id: small.id });
    // A person who chose the last size themself need not be notified.
    expect((await admin.get('/api/notifications')).body.items).toEqual([]);
  });
});

describe('requesting sizes again', () => {
  test('sends a new link to wearers whose sizes are still missing; older links continue to open', async () => {
    const { unsized, wearer, colleague, admin, mails, tokenFor, open, setClock, small } = await sizeFixture();
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    const first = await tokenFor(colleague.email);
    const again = (body: unknown = {}) => admin.post(`/api/orders/${uuid}/ask-for-sizes`, body);
    expect(await again()).toMatchObject({ status: 409, body: { code: 'already_asked' } });
    setClock(11);
    await admin.put(`/api/orders/${uuid}/lines/${lines[0]}`, { product_id: small.id });
    expect((await again({ employees: [wearer.id] })).status).toBe(422);
    expect((await again()).body).toEqual({ asked: [{ id: colleague.id, name: 'Sam Reed' }], without_email: [] });
    expect(await mails()).toHaveLength(3);
    const second = await tokenFor(colleague.email);
    expect(second).not.toBe(first);
    for (const token of [first, second]) expect((await open(token)).status).toBe(200);
    await admin.put(`/api/orders/${uuid}/lines/${lines[1]}`, { product_id: small.id });
    setClock(11);
    expect(await again()).toMatchObject({ status: 409, body: { code: 'sizes_complete' } });
  });

  test('sends a wearer at most three links a day for one order', async () => {
    const { unsized, admin, mails, setClock, signIn, as } = await sizeFixture();
    const { uuid } = await unsized();
    const office = await as('super');
    const again = (by = admin) => by.post(`/api/orders/${uuid}/ask-for-sizes`, {});
    for (const count of [2, 3]) {
      setClock(11);
      expect((await again()).status).toBe(200);
      expect(await mails()).toHaveLength(count);
    }
    setClock(11);
    expect(await again()).toMatchObject({ status: 409, body: { code: 'already_asked', message: messages.asked_enough } });
    expect((await again(office)).status).toBe(409);
    setClock(24 * 60);
    expect((await again(await signIn({ id: admin.id, role: 'client_admin' }))).status).toBe(200);
    expect(await mails()).toHaveLength(4);
  });

  test('is possible for people who order for others, on orders in their scope that are submitted and not cancelled', async () => {
    const { unsized, wearer, signIn, signed, elsewhere, as, admin, draft, order, parent, account, user, setClock } = await sizeFixture();
    const { uuid } = await unsized();
    setClock(11);
    const ask = (by: typeof admin, of = uuid) => by.post(`/api/orders/${of}/ask-for-sizes`, {});
    const look = (by: typeof admin) => by.get(`/api/orders/${uuid}/missing-sizes`);
    const stranger = await signIn(await user('client_admin', { account_id: (await account()).id }));
    const far = await signed('manager', { sites: [elsewhere.id] });
    for (const by of [stranger, far]) expect([(await ask(by)).status, (await look(by)).status]).toEqual([404, 404]);
    for (const by of [await signIn(wearer), await as('warehouse')]) expect([(await ask(by)).status, (await look(by)).status]).toEqual([403, 403]);
    expect((await ask(await signed('manager'))).status).toBe(200);
    const open = await draft();
    await order(open, parent.id);
    expect(await ask(admin, open)).toMatchObject({ status: 409, body: { code: 'order_not_submitted' } });
    await admin.post(`/api/orders/${uuid}/cancel`);
    setClock(11);
    expect(await ask(admin)).toMatchObject({ status: 409, body: { code: 'order_cancelled' } });
  });
});
