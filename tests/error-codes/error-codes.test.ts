import { expect, test } from 'vitest';
import { world } from '../world.ts';

test('a super adds, changes and deletes the reasons from which pickers choose', async () => {
  const { as } = await world();
  const office = await as('super');
  const picker = await as('warehouse');
  const response = await office.post('/api/admin/error-codes', { code: 'TORN', description: 'Torn', requires_input: true });
  expect(response).toMatchObject({ status: 201, body: { code: 'TORN', description: 'Torn', requires_input: true } });
  expect((await office.post('/api/admin/error-codes', { code: 'TORN', description: 'Again' })).status).toBe(422);
  expect((await office.post('/api/admin/error-codes', { code: '', description: 'None' })).status).toBe(422);
  const other = await office.post('/api/admin/error-codes', { code: 'LOST', description: 'Lost' });
  expect((await office.put(`/api/admin/error-codes/${other.body.id}`, { code: 'TORN' })).status).toBe(422);
  expect(await office.put(`/api/admin/error-codes/${other.body.id}`, { description: 'Cannot be found' })).toMatchObject({
    status: 200,
    body: { code: 'LOST', description: 'Cannot be found' },
  });
  expect((await office.put('/api/admin/error-codes/999999', { code: 'X' })).status).toBe(404);
  expect((await picker.get('/api/admin/error-codes')).body).toMatchObject({ per_page: 100, items: [{ code: 'LOST' }, { code: 'TORN' }] });
  expect((await picker.get('/api/admin/error-codes?per_page=1&sortedBy=desc')).body).toMatchObject({
    items: [{ code: 'TORN' }],
    total: 2,
    per_page: 1,
    last_page: 2,
  });
  expect((await picker.get('/api/admin/error-codes?search=cannot')).body.items).toMatchObject([{ code: 'LOST' }]);
  expect((await picker.get('/api/admin/error-codes?letter=t')).body.items).toMatchObject([{ code: 'TORN' }]);
  expect((await picker.get('/api/admin/error-codes?letter=7')).body.items).toEqual([]);
  expect((await picker.get('/api/admin/error-codes?orderBy=v')).status).toBe(422);
  expect((await picker.get(`/api/admin/error-codes/${response.body.id}`)).body).toEqual(response.body);
  expect((await picker.get('/api/admin/error-codes/999999')).status).toBe(404);
  expect((await (await as('embroiderer')).get(`/api/admin/error-codes/${response.body.id}`)).status).toBe(403);
  expect((await picker.post('/api/admin/error-codes', { code: 'Y', description: 'Y' })).status).toBe(403);
  expect((await picker.put(`/api/admin/error-codes/${other.body.id}`, { code: 'Y' })).status).toBe(403);
  expect((await (await as('client_admin')).get('/api/admin/error-codes')).status).toBe(403);
});

test('a change of a reason that somebody else has changed meanwhile is refused; the answer has the stored reason, and nothing is overwritten', async () => {
  const { as } = await world();
  const office = await as('super');
  const { body: seen } = await office.post('/api/admin/error-codes', { code: 'STAINED', description: 'Stained' });
  const path = `/api/admin/error-codes/${seen.id}`;
  const first = await (await as('super')).put(path, { description: 'Stained or soiled', version: seen.version });
  expect(first.status).toBe(200);
  expect(await office.put(path, { description: 'Dirty', version: seen.version })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { description: 'Stained or soiled', version: first.body.version } },
  });
  expect((await office.get(path)).body).toEqual(first.body);
});
