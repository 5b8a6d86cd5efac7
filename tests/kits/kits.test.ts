import { beforeEach, describe, expect, test } from 'vitest';
import { clientFixture } from '../ordering/fixture.ts';

type Fixture = Awaited<ReturnType<typeof clientFixture>>;
let f: Fixture;
let role: { id: number };
let path: string;

beforeEach(async () => {
  f = await clientFixture();
  role = await f.employeeRole({ account_id: f.client.id });
  path = `/api/accounts/${f.client.id}/employee-roles/${role.id}/kit`;
});

const line = (more: Record<string, unknown> = {}) => ({ product_id: f.parent.id, quantity: 2, ...more });
const stored = (more: Record<string, unknown> = {}) => ({ ...line(), decoration: null, variation_colour: null, choose_from: [], ...more });
/** Another style in the client's sets. */
const secondStyle = async () => {
  const style = await f.style(['30', '32'], { variation_colour: 'Black' });
  await f.clothingSet(f.client.id, { products: [{ product_id: style.parent.id }] });
  return style;
};

describe('the kit of an employee role', () => {
  test('is empty at first, and is replaced as a whole by the client’s manager and by the office', async () => {
    expect((await f.admin.get(path)).body).toEqual({ lines: [], products: [], version: 1 });
    const put = await f.admin.put(path, { lines: [line({ variation_colour: 'Navy' }), line({ product_id: f.medium.id, quantity: 1 })] });
    expect(put).toMatchObject({
      status: 200,
      body: {
        lines: [stored({ variation_colour: 'Navy' }), stored({ product_id: f.medium.id, quantity: 1 })],
        products: [
          { id: f.parent.id, parent_id: null, colours: ['Navy'], is_available: true },
          { id: f.medium.id, parent_id: f.parent.id, size: 'M', is_available: true },
        ],
        version: 2,
      },
    });
    const office = await f.signIn(await f.user('super'));
    expect((await office.put(path, { lines: [line({ quantity: 5 })], version: 2 })).body.lines).toEqual([stored({ quantity: 5 })]);
    expect((await f.admin.get(path)).body.lines).toEqual([stored({ quantity: 5 })]);
  });

  test('is not changed by the same lines again, and not by somebody who has read an older version', async () => {
    await f.admin.put(path, { lines: [line()] });
    expect((await f.admin.put(path, { lines: [line()] })).body.version).toBe(2);
    expect(await f.admin.put(path, { lines: [], version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { lines: [stored()], version: 2 } },
    });
  });

  test('is recorded with what it was before', async () => {
    await f.admin.put(path, { lines: [line()] });
    const office = await f.signIn(await f.user('super'));
    const { body } = await office.get(`/api/admin/audit?subject_type=employee_role&subject_id=${role.id}`);
    expect(body.items[0]).toMatchObject({ what: 'employee_role.kit_changed', before: { lines: [] } });
  });

  test('has a choice of styles of which the wearer takes one', async () => {
    const other = await secondStyle();
    const put = await f.admin.put(path, { lines: [line({ product_id: null, choose_from: [f.parent.id, other.parent.id] })] });
    expect(put).toMatchObject({ status: 200, body: { lines: [{ product_id: null, choose_from: [f.parent.id, other.parent.id] }] } });
    expect((await f.admin.put(path, { lines: [line({ choose_from: [other.parent.id] })] })).status).toBe(200);
  });

  test('refuses what the client cannot order, at the field', async () => {
    const foreign = await f.style(['M']);
    const other = await secondStyle();
    const errorsOf = async (one: Record<string, unknown>) => {
      const { status, body } = await f.admin.put(path, { lines: [one] });
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await errorsOf({ quantity: 1 })).toEqual([422, ['lines.0.product_id']]);
    expect(await errorsOf(line({ product_id: foreign.parent.id }))).toEqual([422, ['lines.0.product_id']]);
    expect(await errorsOf(line({ product_id: 999_999 }))).toEqual([422, ['lines.0.product_id']]);
    expect(await errorsOf(line({ quantity: 0 }))).toEqual([422, ['lines.0.quantity']]);
    expect(await errorsOf(line({ quantity: 1.5 }))).toEqual([422, ['lines.0.quantity']]);
    expect(await errorsOf(line({ variation_colour: 'Pink' }))).toEqual([422, ['lines.0.variation_colour']]);
    expect(await errorsOf(line({ product_id: null, choose_from: [f.parent.id, foreign.parent.id] }))).toEqual([422, ['lines.0.choose_from.1']]);
    expect(await errorsOf(line({ product_id: null, choose_from: [f.medium.id, other.parent.id] }))).toEqual([422, ['lines.0.choose_from.0']]);
    expect(await errorsOf(line({ product_id: null, choose_from: [f.parent.id] }))).toEqual([422, ['lines.0.choose_from']]);
    expect(await errorsOf(line({ product_id: f.medium.id, choose_from: [other.parent.id] }))).toEqual([422, ['lines.0.product_id']]);
    expect((await f.admin.get(path)).body.lines).toEqual([]);
  });

  test('names a decoration of a product that is only ordered with one', async () => {
    const badged = await f.style(['M']);
    await f.clothingSet(f.client.id, { products: [{ product_id: badged.parent.id, decoration: 'Logo left chest' }] });
    const put = (decoration: string | null) => f.admin.put(path, { lines: [line({ product_id: badged.parent.id, decoration })] });
    expect(await put(null)).toMatchObject({ status: 422, body: { errors: { 'lines.0.decoration': expect.anything() } } });
    expect((await put('Logo left chest')).status).toBe(200);
  });

  test('names products that have left the sets, so that somebody replaces them', async () => {
    const badged = await f.style(['M']);
    const set = await f.clothingSet(f.client.id, { products: [{ product_id: badged.parent.id }] });
    await f.admin.put(path, { lines: [line({ product_id: badged.parent.id })] });
    const office = await f.signIn(await f.user('super'));
    expect((await office.delete(`/api/admin/accounts/${f.client.id}/clothing-sets/${set.id}`)).status).toBe(200);
    expect((await f.admin.get(path)).body.products).toMatchObject([{ id: badged.parent.id, is_available: false }]);
  });

  test('is only for the office and the client’s own managers of all sites', async () => {
    const stranger = await f.signIn(await f.user('client_admin', { account_id: (await f.account()).id }));
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.put(path, { lines: [] })).status).toBe(404);
    for (const name of ['site_admin', 'manager', 'employee'] as const) {
      const caller = await f.signed(name);
      expect([name, (await caller.get(path)).status, (await caller.put(path, { lines: [] })).status]).toEqual([name, 403, 403]);
    }
    const roleOfOthers = await f.employeeRole({ account_id: (await f.account()).id });
    expect((await f.admin.get(`/api/accounts/${f.client.id}/employee-roles/${roleOfOthers.id}/kit`)).status).toBe(404);
  });
});
