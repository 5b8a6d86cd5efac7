import { expect, test } from 'vitest';
import { dispatches, notices, outbox } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

/** Inserts rows with a value, an empty value and a greater value in each column that may be empty and by which a list can be sorted. */
async function setUp() {
  const base = await world();
  const { database, account, site, user, supplier, product } = base;
  const created_at = base.now();
  const { id: account_id } = await account();
  for (const text of ['b', null, 'c']) {
    await supplier({ contact_name: text });
    await product({ bin: text });
    await site(account_id, { reference_1: text });
    await user('employee', { account_id, employee_number: text });
  }
  const address = { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };
  await database.unitOfWork(async (db) => {
    for (const day of ['2026-11-18T08:00:00.000Z', null, '2026-11-19T08:00:00.000Z']) {
      await db.insert(notices).values({ name: `Notice ${day}`, subject: 'Notice', starts_at: day, ends_at: day?.replace('11', '12'), created_at });
      await db
        .insert(outbox)
        .values({ kind: 'invitation', to: 'a@kitroom.test', subject: 'A', text: 'A', html: 'A', due_at: created_at, created_at, sent_at: day });
      await db.insert(dispatches).values({
        account_id,
        delivery_address: address,
        service_key: '220',
        total_weight: 1,
        total_items: 1,
        state: day ? 'shipped' : 'requested',
        dispatched_at: day,
        created_at,
      });
    }
  });
  return { office: await base.as('super'), account_id };
}

const lists = [
  ['/api/admin/suppliers', 'contact_name'],
  ['/api/sites', 'reference_1'],
  ['/api/admin/accounts/{account}/employees', 'employee_number'],
  ['/api/admin/stock/skus', 'bin'],
  ['/api/notices', 'starts_at'],
  ['/api/notices', 'ends_at'],
  ['/api/admin/mail', 'sent_at'],
  ['/api/admin/shipping/orders/dispatches', 'dispatched_at'],
] as const;

let fixture: ReturnType<typeof setUp> | undefined;
test.each(lists)('in %s sorted by %s, empty values come first in ascending order and last in descending order', async (path, orderBy) => {
  fixture ??= setUp();
  const { office, account_id } = await fixture;
  const valuesIn = async (sortedBy: 'asc' | 'desc'): Promise<(string | null)[]> => {
    const { body } = await office.get(`${path.replace('{account}', String(account_id))}?orderBy=${orderBy}&sortedBy=${sortedBy}&per_page=50`);
    return body.items.map((item: Record<string, string | null>) => item[orderBy]);
  };
  const upwards = await valuesIn('asc');
  const filledValues = upwards.filter((value) => value !== null);
  expect(filledValues.length).toBeGreaterThan(1);
  expect(filledValues.length).toBeLessThan(upwards.length);
  expect(upwards).toEqual([...upwards.filter((value) => value === null), ...filledValues.toSorted()]);
  expect(await valuesIn('desc')).toEqual(upwards.toReversed());
});
