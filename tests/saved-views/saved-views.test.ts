import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { openScene } from '../endpoints/scene.ts';
import type { Caller } from '../world.ts';

const PATH = '/api/admin/saved-views';
let s: Awaited<ReturnType<typeof openScene>>;
let office: Caller;
let other: Caller;

const view = (name: string, change = {}) => ({ list: 'orders', name, view: 'late=1&orderBy=required_on&sortedBy=asc', ...change });
const namesOf = async (caller: Caller): Promise<string[]> =>
  (await caller.get(PATH)).body.items.map(({ list, name }: { list: string; name: string }) => `${list}/${name}`);

beforeAll(async () => {
  s = await openScene();
  office = s.callers.office;
  other = await s.as('super');
});

test('a person saves, renames, replaces and deletes views, which nobody else sees or changes', async () => {
  const created = await office.post(PATH, view('Late'));
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number), ...view('Late') } });
  const { id } = created.body;
  expect((await office.post(PATH, view('All polos', { list: 'products', view: 'search=polo&columns=sku.price' }))).status).toBe(201);
  expect(await namesOf(office)).toEqual(['orders/Late', 'products/All polos']);
  expect(await namesOf(other)).toEqual([]);
  expect((await other.put(`${PATH}/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await other.delete(`${PATH}/${id}`)).status).toBe(404);

  expect(await office.put(`${PATH}/${id}`, { name: 'Late for us' })).toMatchObject({ status: 200, body: { ...view('Late for us'), id } });
  expect(await office.put(`${PATH}/${id}`, { view: '' })).toMatchObject({ status: 200, body: { name: 'Late for us', view: '' } });
  expect(await office.delete(`${PATH}/${id}`)).toMatchObject({ status: 200, body: { id, deleted: true } });
  expect((await office.delete(`${PATH}/${id}`)).status).toBe(404);
  expect(await namesOf(office)).toEqual(['products/All polos']);
});

test('a name is taken within a list, apart from case; a repeated request saves one view', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await office.post(PATH, view('Stuck'), key);
  expect(first.status).toBe(201);
  expect((await office.post(PATH, view('Stuck'), key)).body).toEqual(first.body);
  const taken = { status: 422, body: { errors: { name: [messages.view_name_taken] } } };
  expect(await office.post(PATH, view(' stuck '))).toMatchObject(taken);
  expect((await office.post(PATH, view('Stuck', { list: 'purchase_orders' }))).status).toBe(201);
  expect((await other.post(PATH, view('Stuck'))).status).toBe(201);
  const { id } = (await office.post(PATH, view('Ready'))).body;
  expect(await office.put(`${PATH}/${id}`, { name: 'STUCK' })).toMatchObject(taken);
  expect((await office.put(`${PATH}/${id}`, { name: 'READY' })).status).toBe(200);
});

test('a view has a name, a list that is known, and a part of an address; the warehouse and clients have none', async () => {
  for (const [field, wrong] of [
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(limits.view_name + 1) }],
    ['list', { list: 'people' }],
    ['view', { view: 'x'.repeat(limits.view + 1) }],
    ['view', { view: 'late=1#other' }],
    ['view', { view: 'late=1 or so' }],
  ] as const) {
    const answer = await office.post(PATH, view('Wrong', wrong));
    expect(answer.status, JSON.stringify(wrong)).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  }
  for (const caller of [s.callers.picker, s.callers.admin]) {
    expect((await caller.get(PATH)).status).toBe(403);
    expect((await caller.post(PATH, view('Mine'))).status).toBe(403);
  }
});

test('a person has a limited number of views, also if two are saved at once', async () => {
  const person = await s.as('super');
  for (let n = 1; n < limits.saved_views; n += 1) expect((await person.post(PATH, view(`View ${n}`))).status).toBe(201);
  const both = await Promise.all([person.post(PATH, view('One more')), person.post(PATH, view('Another'))]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(both.find(({ status }) => status === 422)?.body.errors).toEqual({ name: [messages.too_many_views(limits.saved_views)] });
  expect(await namesOf(person)).toHaveLength(limits.saved_views);
});
