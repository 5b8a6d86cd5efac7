import { expect, test } from 'vitest';
import { clientFixture } from '../ordering/fixture.ts';

interface Offered {
  id: number;
  usual?: { clothing_sets: number[]; garments: { id: number; name: string; media: unknown[] }[] };
}

test('an employee role lists the sets that at least half of its people have, with at most three garments of these sets', async () => {
  const { admin, client, style, clothingSet, employeeRole, person, set, wearer, small, account, as, now } = await clientFixture();
  const styles = [await style(['M'], { name: 'Parka' }), await style(['M'], { name: 'Bib' }), await style(['M'], { name: 'Cap' })];
  const secret = await style(['M'], { name: 'Secret Vest', is_restricted: true });
  const [first, second, third] = [await person('employee'), await person('employee'), await person('employee')];
  const leaver = await person('employee', { deleted_at: now() });
  const winter = await clothingSet(client.id, {
    products: [secret, ...styles].map(({ parent }) => ({ product_id: parent.id, price: 1 })),
    wearers: [wearer.id, first.id, leaver.id],
  });
  const deleted = await clothingSet(client.id, { deleted_at: now(), wearers: [wearer.id, first.id, second.id] });
  // A set that one of three people has is not usual; a leaver does not count.
  await clothingSet(client.id, { wearers: [second.id, leaver.id] });
  const crew = await employeeRole({ account_id: client.id, name: 'Crew', holders: [wearer.id, first.id, second.id, leaver.id] });
  const agency = await employeeRole({ account_id: client.id, name: 'Agency', holders: [third.id] });
  const nobody = await employeeRole({ account_id: client.id, name: 'Abseiler' });
  const path = `/api/accounts/${client.id}/employee-roles`;
  const offered = async (query = '?include=usual', by = admin): Promise<Offered[]> => (await by.get(path + query)).body.employee_roles;

  const [ofCrew, ...others] = await offered();
  expect(ofCrew).toMatchObject({ id: crew.id, usual: { clothing_sets: [winter.id] } });
  expect(ofCrew?.usual?.clothing_sets).not.toContain(deleted.id);
  expect(ofCrew?.usual?.garments.map(({ name }) => name)).toEqual(styles.map(({ children }) => children[0]?.name));
  // The roles with the most people are first, and a garment has no price.
  expect(others).toMatchObject([
    { id: agency.id, usual: { clothing_sets: [], garments: [] } },
    { id: nobody.id, usual: { clothing_sets: [], garments: [] } },
  ]);
  expect(Object.keys(ofCrew?.usual?.garments[0] ?? {}).sort()).toEqual(['colour_hex', 'id', 'media', 'name']);
  // The office sees restricted garments; the set that most people have comes first, and the first article of a style represents it.
  expect((await offered('?include=usual', await as('super')))[0]?.usual?.garments.map(({ name }) => name)).toContain(secret.children[0]?.name);
  await admin.put(`/api/employees/${second.id}`, { clothing_sets: [set.id, winter.id] });
  const [changed] = await offered();
  expect(changed?.usual).toMatchObject({ clothing_sets: [winter.id, set.id] });
  await admin.put(`/api/employees/${third.id}`, { clothing_sets: [set.id] });
  expect((await offered()).find(({ id }) => id === agency.id)?.usual?.garments).toMatchObject([{ id: small.id }]);

  // Without `include`, roles are sorted by name. Any other value of `include`, and the id of another company, are refused.
  const plain = await offered('');
  expect(plain.map(({ id }) => id)).toEqual([nobody.id, agency.id, crew.id]);
  expect(plain.every(({ usual }) => usual === undefined)).toBe(true);
  expect((await admin.get(`${path}?include=prices`)).status).toBe(422);
  expect((await admin.get(`/api/accounts/${(await account()).id}/employee-roles?include=usual`)).status).toBe(404);
});
