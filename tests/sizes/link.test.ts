import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { attempts, clothingSetProducts, orderLines, orders, sizeLinks, users } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { storeDrawing } from '../../server/files/store-file.ts';
import { expire } from '../../server/jobs/expire.ts';
import { messages } from '../../shared/messages.ts';
import type { Caller } from '../world.ts';
import { sizeFixture } from './fixture.ts';

const nobody = 'A'.repeat(43);

describe('a link to missing sizes', () => {
  test('opens only its wearer’s lines, without prices and without signing in', async () => {
    const { unsized, wearer, colleague, tokenFor, open, parent, small, medium, large } = await sizeFixture();
    const { lines } = await unsized([wearer.id, colleague.id]);
    const { status, body, headers } = await open(await tokenFor(colleague.email));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      wearer: { name: 'Sam Reed' },
      order_number: expect.stringMatching(/^\d{5}$/),
      company: expect.any(String),
      expires_at: '2026-12-20T09:00:00.000Z',
      lines: [{ id: lines[1], product_id: parent.id, quantity: 2, size_on_file: null }],
    });
    expect(body.lines[0].sizes.map(({ id }: { id: number }) => id)).toEqual([small.id, medium.id, large.id]);
    expect(JSON.stringify(body)).not.toMatch(/price|cost|total|qty_free|budget/);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  test('stores a hash of its secret, not the secret', async () => {
    const { unsized, tokenFor, wearer, database } = await sizeFixture();
    await unsized();
    const token = await tokenFor(wearer.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const linkRows = await database.reader.select().from(sizeLinks).where(eq(sizeLinks.employee_id, wearer.id));
    expect(linkRows).toMatchObject([{ token_hash: createHash('sha256').update(token).digest('hex') }]);
    expect(JSON.stringify(linkRows)).not.toContain(token);
  });

  test('stores the size that its wearer chooses, freezes the price, and notifies the requester once all sizes are chosen', async () => {
    const { unsized, wearer, colleague, tokenFor, open, choose, admin, large, set, database, parent } = await sizeFixture({ price: 1000 });
    const dear = { clothing_set_id: set.id, product_id: large.id, price: 1600 };
    await database.unitOfWork(async (db) => void (await db.insert(clothingSetProducts).values(dear)));
    await database.unitOfWork(async (db) => {
      await db.update(clothingSetProducts).set({ price: 1500 }).where(eq(clothingSetProducts.product_id, parent.id));
    });
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    const listNotificationTitles = async (): Promise<string[]> =>
      (await admin.get('/api/notifications')).body.items.map(({ data }: { data: { title: string } }) => data.title);
    // Until a size is chosen, the dearest size that each wearer may have is charged.
    expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({
      sub_total: 2 * 1500 + 2 * 1500,
      progress_summary: { lines_with_no_sizes: 2 },
    });

    const token = await tokenFor(wearer.email);
    expect(await choose(token, [{ id: lines[0] ?? 0, product_id: large.id }])).toMatchObject({ status: 200, body: { lines: [] } });
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines[0]).toMatchObject({ product_id: large.id, is_size_selected: true, unit_price: 1500 });
    expect(await listNotificationTitles()).toEqual([]);
    await database.unitOfWork(async (db) => void (await db.update(clothingSetProducts).set({ price: 9900 })));
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines[0].unit_price).toBe(1500);

    expect((await open(token)).body).toMatchObject({ code: 'link_sized' });
    await choose(await tokenFor(colleague.email), [{ id: lines[1] ?? 0, product_id: large.id }]);
    expect(await listNotificationTitles()).toEqual([expect.stringMatching(/^Order \d{5} has all its sizes$/)]);
    expect((await admin.get(`/api/orders/${uuid}`)).body.progress_summary).toMatchObject({ lines_with_sizes: 2, lines_with_no_sizes: 0 });
  });

  test('adds the sizes that are chosen through the link to the order’s timeline', async () => {
    const { unsized, wearer, colleague, tokenFor, choose, admin, signIn, large, setClock, now } = await sizeFixture();
    const before = now();
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    setClock(1);
    expect((await choose(await tokenFor(wearer.email), [{ id: lines[0] ?? 0, product_id: large.id }])).status).toBe(200);
    const listSizeEvents = async (by: Caller): Promise<object[]> =>
      (await by.get(`/api/orders/${uuid}/timeline`)).body.items.filter(({ kind }: { kind: string }) => kind === 'size_chosen');
    expect(await listSizeEvents(admin)).toMatchObject([{ who: { id: wearer.id }, count: 1, detail: expect.stringContaining('L') }]);
    expect(await listSizeEvents(await signIn(wearer))).toHaveLength(1);
    expect(await listSizeEvents(await signIn(colleague))).toEqual([]);
    setClock(before);
  });

  test('accepts the sizes of some lines first and the remaining sizes later', async () => {
    const { draft, order, submit, wearer, parent, tokenFor, open, choose, small, medium } = await sizeFixture();
    const uuid = await draft();
    const lines = [(await order(uuid, parent.id)).id, (await order(uuid, parent.id)).id];
    await submit(uuid, { confirm_missing_sizes: true });
    const token = await tokenFor(wearer.email);
    expect((await choose(token, [{ id: lines[0], product_id: small.id }])).body.lines).toMatchObject([{ id: lines[1] }]);
    expect((await open(token)).body.lines).toMatchObject([{ id: lines[1] }]);
    expect((await choose(token, [{ id: lines[1], product_id: medium.id }])).body).toEqual({ lines: [], chosen_already: [] });
  });

  test('in a second tab saves only the sizes that are still missing; the response names the sizes that were chosen before', async () => {
    const { draft, order, submit, admin, wearer, colleague, parent, tokenFor, open, choose, small, medium, large } = await sizeFixture();
    const uuid = await draft(admin, [wearer.id, colleague.id]);
    const lines = [(await order(uuid, parent.id)).id, (await order(uuid, parent.id)).id, (await order(uuid, parent.id)).id];
    const foreign = (await order(uuid, parent.id, 1, admin, colleague.id)).id;
    await submit(uuid, { confirm_missing_sizes: true });
    const token = await tokenFor(wearer.email);
    const [first, second, third] = lines;
    await choose(token, [{ id: first, product_id: small.id }]);
    // An error names a line by its position in the request, although the server skips lines that have a size already.
    const wrong = await choose(token, [
      { id: first, product_id: large.id },
      { id: foreign, product_id: large.id },
    ]);
    expect({ status: wrong.status, errors: Object.keys(wrong.body.errors) }).toEqual({ status: 422, errors: ['lines.1.id'] });
    const { status, body } = await choose(token, [
      { id: first, product_id: large.id },
      { id: second, product_id: medium.id },
    ]);
    expect({ status, ids: body.lines.map(({ id }: { id: number }) => id) }).toEqual({ status: 200, ids: [third] });
    expect(body.chosen_already).toEqual([{ id: first, product_id: small.id, attributes: expect.objectContaining({ variation_size_1: 'S' }) }]);
    const stored = (await admin.get(`/api/orders/${uuid}`)).body.lines.map(({ product_id }: { product_id: number }) => product_id);
    expect(stored).toEqual([small.id, medium.id, parent.id, parent.id]);
    // The second line has a size already, so nothing changes, and the page gets the stored size.
    const again = await choose(token, [{ id: second, product_id: large.id }]);
    expect(again).toMatchObject({ status: 200, body: { lines: [{ id: third }], chosen_already: [{ id: second, product_id: medium.id }] } });
    expect((await open(token)).body.lines).toMatchObject([{ id: third }]);
  });

  test('stores the same choice once if it is sent twice', async () => {
    const { unsized, tokenFor, wearer, choose, small, key } = await sizeFixture();
    const { lines } = await unsized();
    const token = await tokenFor(wearer.email);
    const once = key();
    const send = () => choose(token, [{ id: lines[0] ?? 0, product_id: small.id }], once);
    expect(await send()).toMatchObject({ status: 200 });
    const again = await send();
    expect(again).toMatchObject({ status: 200, body: { lines: [] } });
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
  });

  test('stores only one of two simultaneous choices for a line; the response to the other choice has the stored size', async () => {
    const { unsized, tokenFor, wearer, choose, small, large, admin } = await sizeFixture();
    const { uuid, lines } = await unsized();
    const token = await tokenFor(wearer.email);
    const answers = await Promise.all([small, large].map(({ id }) => choose(token, [{ id: lines[0] ?? 0, product_id: id }])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [isFirst = false, isSecond = false] = answers.map(({ body }) => body.chosen_already.length === 0);
    expect(isFirst).toBe(!isSecond);
    const [won, lost] = isFirst ? [small, answers[1]] : [large, answers[0]];
    expect(lost?.body).toMatchObject({ lines: [], chosen_already: [{ id: lines[0], product_id: won.id }] });
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines[0]).toMatchObject({ product_id: won.id, version: 2 });
  });

  test('refuses a product that its wearer may not have, or a line of another wearer; nothing is stored', async () => {
    const { unsized, wearer, colleague, tokenFor, choose, style, account, clothingSet, user, small, medium, parent, open, signIn } =
      await sizeFixture();
    const { uuid, lines } = await unsized([wearer.id, colleague.id]);
    const [ownLineId = 0, colleagueLineId = 0] = lines;
    const token = await tokenFor(wearer.email);
    const other = await account();
    const { children } = await style(['S']);
    const stranger = await user('employee', { account_id: other.id });
    const foreign = children[0]?.id ?? 0;
    await clothingSet(other.id, { products: [{ product_id: foreign }], wearers: [stranger.id] });
    const faults = async (...choices: { id: number; product_id: number }[]) => {
      const { status, body } = await choose(token, choices);
      expect(status, JSON.stringify(body)).toBe(422);
      return Object.keys(body.errors);
    };
    expect(await faults({ id: ownLineId, product_id: foreign })).toEqual(['lines.0.product_id']);
    expect(await faults({ id: ownLineId, product_id: parent.id })).toEqual(['lines.0.product_id']);
    expect(await faults({ id: ownLineId, product_id: 999_999 })).toEqual(['lines.0.product_id']);
    expect(await faults({ id: colleagueLineId, product_id: small.id })).toEqual(['lines.0.id']);
    expect(await faults({ id: 999_999, product_id: small.id })).toEqual(['lines.0.id']);
    expect(await faults({ id: ownLineId, product_id: small.id }, { id: ownLineId, product_id: medium.id })).toEqual(['lines.1.id']);
    expect(await faults({ id: ownLineId, product_id: small.id }, { id: colleagueLineId, product_id: small.id })).toEqual(['lines.1.id']);
    expect((await open(token)).body.lines).toMatchObject([{ id: ownLineId, product_id: parent.id }]);
    // The link opens only its lines and no other address of the API.
    for (const path of [`/api/orders/${uuid}`, '/api/auth/me', '/api/profile'])
      expect((await (await sizeFixture()).anyone.get(path, { Authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await (await signIn(stranger)).get(`/api/orders/${uuid}`)).status).toBe(404);
  });

  test('does not open, and says why, if the link is unknown or too old, if no size is missing, or if the order is cancelled', async () => {
    const { unsized, tokenFor, wearer, colleague, open, choose, admin, small, large, setClock, now, anyone, database } = await sizeFixture();
    const first = await unsized([wearer.id, colleague.id]);
    const token = await tokenFor(wearer.email);
    const expectUnusable = async (code: string, link = token, answersChoice = false) => {
      const answers = [await open(link), ...(answersChoice ? [] : [await choose(link, [{ id: first.lines[0] ?? 0, product_id: small.id }])])];
      for (const { status, body } of answers) {
        expect({ status, code: body.code }).toEqual({ status: 404, code });
        expect(body.message).toEqual(expect.any(String));
        expect(Object.keys(body).sort()).toEqual(['code', 'message']);
      }
    };
    await expectUnusable('link_unknown', nobody);
    await expectUnusable('link_unknown', 'short');

    const before = now();
    setClock('2026-12-20T08:59:59.000Z');
    expect((await open(token)).status).toBe(200);
    setClock('2026-12-20T09:00:00.000Z');
    await expectUnusable('link_expired');
    setClock(before);

    // A person at the client chooses the size for the wearer.
    await admin.put(`/api/orders/${first.uuid}/lines/${first.lines[0]}`, { product_id: small.id });
    await expectUnusable('link_sized', token, true);
    // A page that is still open gets the chosen size of the wearer's line, and 422 for another wearer's line.
    const [own = 0, foreign = 0] = first.lines;
    expect(await choose(token, [{ id: own, product_id: large.id }])).toMatchObject({
      status: 200,
      body: { lines: [], chosen_already: [{ id: own, product_id: small.id }] },
    });
    expect((await choose(token, [{ id: foreign, product_id: large.id }])).status).toBe(422);
    setClock('2026-12-20T09:00:00.000Z');
    await expectUnusable('link_sized');
    setClock(before);
    const other = await tokenFor(colleague.email);
    expect((await admin.post(`/api/orders/${first.uuid}/cancel`)).status).toBe(200);
    await expectUnusable('link_cancelled');
    await expectUnusable('link_cancelled', other);
    expect((await anyone.get(`/api/sizes/${nobody}/pictures/${'0'.repeat(64)}`)).status).toBe(404);

    const second = await unsized();
    const oldToken = await tokenFor(wearer.email);
    await database.unitOfWork(async (db) => void (await db.update(orders).set({ deleted_at: now() }).where(eq(orders.uuid, second.uuid))));
    await expectUnusable('link_cancelled', oldToken);
    await unsized();
    const latestToken = await tokenFor(wearer.email);
    await database.unitOfWork(async (db) => void (await db.update(users).set({ deleted_at: now() }).where(eq(users.id, wearer.id))));
    await expectUnusable('link_unknown', latestToken);
  });

  test('does not open for a wearer whose account is disabled, and opens again once it is enabled', async () => {
    const { unsized, tokenFor, wearer, open, choose, small, admin, anyone, database } = await sizeFixture();
    const { uuid, lines } = await unsized();
    const token = await tokenFor(wearer.email);
    const choice = [{ id: lines[0] ?? 0, product_id: small.id }];
    const switchOff = (is_disabled: boolean) =>
      database.unitOfWork(async (db) => void (await db.update(users).set({ is_disabled }).where(eq(users.id, wearer.id))));
    await switchOff(true);
    for (const answer of [await open(token), await choose(token, choice), await anyone.get(`/api/sizes/${token}/pictures/${'0'.repeat(64)}`)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'link_unknown', message: messages.size_link_unknown } });
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines[0]).toMatchObject({ is_size_selected: false });
    await switchOff(false);
    expect((await open(token)).status).toBe(200);
    expect(await choose(token, choice)).toMatchObject({ status: 200, body: { lines: [] } });
  });

  test('does not ask for the size of cancelled items', async () => {
    const { unsized, tokenFor, wearer, open, database, admin } = await sizeFixture();
    const { uuid, lines } = await unsized();
    await database.unitOfWork(
      async (db) =>
        void (await db
          .update(orderLines)
          .set({ qty_cancelled: 2 })
          .where(eq(orderLines.id, lines[0] ?? 0))),
    );
    expect((await open(await tokenFor(wearer.email))).body).toMatchObject({ code: 'link_cancelled' });
    expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({
      progress_summary: { lines_with_no_sizes: 0 },
      employees: [{ lines_with_no_sizes: 0 }],
      can: { choose_size: false },
    });
  });

  test('shows only the pictures of the sizes that it offers', async () => {
    const { unsized, tokenFor, wearer, open, anyone, database, services, now, medium, picture: showAs } = await sizeFixture();
    const picture = async (text: string) => {
      const drawing = await storeDrawing(services.settings.DATA_DIR, `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`);
      const id = await database.unitOfWork((db) => registerFile({ db, now: now() }, drawing));
      return { id, hash: drawing.hash };
    };
    const [shownPicture, hidden] = [await picture('Shown'), await picture('Hidden')];
    await showAs(medium.id, shownPicture.id);
    await unsized();
    const token = await tokenFor(wearer.email);
    const { sizes } = (await open(token)).body.lines[0];
    const url = `/api/sizes/${token}/pictures/${shownPicture.hash}`;
    expect(sizes[1].media).toEqual([{ url }]);
    const { status, headers } = await anyone.raw(url);
    expect({ status, type: headers.get('Content-Type') }).toEqual({ status: 200, type: 'image/svg+xml' });
    expect((await anyone.raw(`/api/sizes/${token}/pictures/${hidden.hash}`)).status).toBe(404);
    expect((await anyone.raw(`/api/sizes/${nobody}/pictures/${shownPicture.hash}`)).status).toBe(404);
  });

  test('lets a wearer choose the size of a restricted style that was ordered for the wearer', async () => {
    const { style, set, database, draft, order, submit, wearer, signed, site, tokenFor, open, choose } = await sizeFixture();
    const { parent, children } = await style(['S', 'M'], { is_restricted: true });
    await database.unitOfWork(async (db) => void (await db.insert(clothingSetProducts).values({ clothing_set_id: set.id, product_id: parent.id })));
    const trusted = await signed('client_admin', { can_view_restricted_products: true, sites: [site.id] });
    const uuid = await draft(trusted);
    const line = await order(uuid, parent.id, 1, trusted);
    await submit(uuid, { confirm_missing_sizes: true }, trusted);
    const token = await tokenFor(wearer.email);
    expect((await open(token)).body.lines[0].sizes).toHaveLength(2);
    expect((await choose(token, [{ id: line.id, product_id: children[0]?.id ?? 0 }])).status).toBe(200);
  });
});

test('an expired link says for two more months that it is too old, and is then deleted', async () => {
  const { unsized, tokenFor, wearer, open, setClock, services, now } = await sizeFixture();
  await unsized();
  const token = await tokenFor(wearer.email);
  const before = now();
  const days = async (count: number): Promise<string> => {
    setClock(new Date(Date.parse(before) + count * 86_400_000).toISOString());
    await expire.run(services, null, new AbortController().signal);
    return (await open(token)).body.code;
  };
  expect(await days(89)).toBe('link_expired');
  expect(await days(91)).toBe('link_unknown');
  setClock(before);
});

const x = (length: number) => (n: number) => String(n).padStart(length, 'x');
/** The fixture, with the count of failed attempts reset. */
const unguessed = async () => {
  const fixture = await sizeFixture();
  await fixture.database.unitOfWork(async (db) => await db.delete(attempts));
  return fixture;
};

test.each<[string, (n: number) => string]>([
  ['as long as a token', x(43)],
  ['too short for a token', x(9)],
  ['too long for a token', x(300)],
  ['with characters that no token has', (n) => `${x(40)(n)}%20!!`],
])('guessing links is blocked in the same way as guessing passwords: %s', async (_, guess) => {
  const { anyone, unsized, tokenFor, wearer, setClock } = await unguessed();
  await unsized();
  const token = await tokenFor(wearer.email);
  const statuses: number[] = [];
  for (let n = 0; n < 50; n++) {
    const path = `/api/sizes/${guess(n)}`;
    const { status } = n % 3 === 2 ? await anyone.put(path, { lines: [{ id: 1, product_id: 1 }] }) : await anyone.get(path);
    statuses.push(status);
  }
  expect([...new Set(statuses)]).toEqual([404]);
  for (const path of [guess(50), token]) {
    const response = await anyone.get(`/api/sizes/${path}`);
    expect(response).toMatchObject({ status: 429 });
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  setClock(16);
  expect((await anyone.get(`/api/sizes/${token}`)).status).toBe(200);
});

test('guesses that are sent all at once are blocked too', async () => {
  const { anyone } = await unguessed();
  const answers = await Promise.all(Array.from({ length: 140 }, (_, n) => anyone.get(`/api/sizes/${x(12)(n)}`)));
  const unknown = answers.filter(({ status }) => status === 404).length;
  expect(unknown).toBeGreaterThanOrEqual(50);
  // On several connections a few guesses are checked at the same time.
  expect(unknown).toBeLessThan(70);
  expect(answers.every(({ status }) => status === 404 || status === 429)).toBe(true);
});
