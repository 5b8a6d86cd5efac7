import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import type { WebsiteText } from '../../shared/website/website-text.ts';
import { world } from '../world.ts';

const path = '/api/admin/website/categories';
const text = (fields: Partial<WebsiteText> = {}): WebsiteText => ({
  id: randomUUID(),
  url: `/catalogue/${randomUUID()}`,
  h1: 'Polo shirts',
  intro: 'In all sizes.',
  custom_category: null,
  custom_filter: null,
  ...fields,
});

test('the office saves all website texts together: new and changed texts are stored, and texts left out are deleted', async () => {
  const { as, anyone } = await world();
  const office = await as('super');
  const [polos, boots] = [text({ url: '/catalogue/polos' }), text({ url: '/catalogue/boots', h1: 'Boots' })];
  expect(await office.post(path, [polos, boots])).toMatchObject({ status: 200, body: [boots, polos] });
  const { body } = await office.get(path);
  expect(body).toMatchObject({ items: [boots, polos] });
  expect((await anyone.get('/api/website/categories?url=/catalogue/boots')).body).toEqual({
    url: '/catalogue/boots',
    h1: 'Boots',
    intro: 'In all sizes.',
    custom_category: null,
    custom_filter: null,
  });
  // Each of two texts gets the address of the other text's page.
  const exchanged = [
    { ...polos, url: boots.url },
    { ...boots, url: polos.url },
  ];
  expect(await office.post(path, exchanged)).toMatchObject({ status: 200 });
  expect((await anyone.get('/api/website/categories?url=/catalogue/boots')).body.h1).toBe('Polo shirts');
  expect(await office.post(path, exchanged.slice(1))).toMatchObject({ status: 200 });
  expect((await anyone.get('/api/website/categories?url=/catalogue/boots')).status).toBe(404);
  expect((await office.get('/api/admin/audit?on_type=website')).body.items.length).toBeGreaterThan(0);
});

test('saving is refused and overwrites nothing if somebody else has changed the texts meanwhile', async () => {
  const { as } = await world();
  const office = await as('super');
  const { body: seen } = await office.get(path);
  const mine = text();
  const theirs = text();
  expect((await (await as('super')).post(`${path}?revision=${seen.revision}`, [...seen.items, theirs])).status).toBe(200);
  const refused = await office.post(`${path}?revision=${seen.revision}`, [...seen.items, mine]);
  expect(refused).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  const { body: now } = await office.get(path);
  expect(refused.body.current).toEqual({ items: now.items, revision: now.revision });
  expect(now.items).toContainEqual(theirs);
  expect(now.items).not.toContainEqual(mine);
});

test('if many people save at the same time, one is accepted and the others change nothing', async () => {
  const { as } = await world();
  const office = await as('super');
  const { body: seen } = await office.get(path);
  const own = Array.from({ length: 6 }, () => text());
  const answers = await Promise.all(own.map((one) => office.post(`${path}?revision=${seen.revision}`, [...seen.items, one])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await office.get(path)).body.items).toHaveLength(seen.items.length + 1);
});

test.each([
  ['an address outside the catalogue', () => [text({ url: '/about' })], { '0.url': messages.website_url_begin }],
  ['an address of the catalogue itself', () => [text({ url: '/catalogue/' })], { '0.url': messages.website_url_begin }],
  ['an address with a space', () => [text({ url: '/catalogue/polo shirts' })], { '0.url': messages.website_url_characters }],
  [
    'a collection at another address',
    () => [text({ custom_filter: 'Winter', url: '/catalogue/winter' })],
    { '0.url': messages.website_url_collection },
  ],
  [
    'a category and a collection',
    () => [text({ url: '/catalogue/winter/collection', custom_filter: 'Winter', custom_category: 1 })],
    { '0.custom_filter': messages.website_one_override },
  ],
  ['a category that does not exist', () => [text({ custom_category: 999_999 })], { '0.custom_category': messages.category_unknown }],
  ['the same address twice', () => [text({ url: '/catalogue/a' }), text({ url: '/catalogue/a' })], { '1.url': messages.website_url_taken }],
  ['no heading', () => [text({ h1: ' ' })], { '0.h1': messages.heading_needed }],
])('%s is refused at the field, and nothing is saved', async (_, texts, errors) => {
  const { as } = await world();
  const office = await as('super');
  const before = (await office.get(path)).body;
  const refused = await office.post(path, [...texts(), ...before.items]);
  expect(refused.status).toBe(422);
  expect(Object.fromEntries(Object.entries(refused.body.errors as Record<string, string[]>).map(([field, [first]]) => [field, first]))).toMatchObject(
    errors,
  );
  expect((await office.get(path)).body).toEqual(before);
});

test('only the office reads and saves the website texts', async () => {
  const { as } = await world();
  for (const role of ['client_admin', 'manager', 'employee', 'warehouse', 'embroiderer'] as const) {
    const caller = await as(role);
    expect((await caller.get(path)).status, role).toBe(403);
    expect((await caller.post(path, [])).status, role).toBe(403);
  }
});
