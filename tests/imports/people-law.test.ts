import { createHash } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clothingSets, employeeRoles, importChanges, userClothingSets, userEmployeeRoles, userSites, users } from '../../server/db/tables/index.ts';
import { lawRuns } from '../law-runs.ts';
import { importWorld } from './import-world.ts';

const head = [
  'employee_number',
  'forenames',
  'surname',
  'email',
  'contact_phone',
  'sex',
  'role',
  'employee_roles',
  'sites',
  'clothing_sets',
  'started_on',
  'deduction_consent_on',
  'is_supervised_orderer',
  'leaver',
];
const STORED = 6;

const often = <T>(...values: T[]) => fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...values) });

/** A row about a stored person or a new one. If `edited` is true, somebody changes the person after the import. */
const personRow = fc.record({
  n: fc.integer({ min: 0, max: 11 }),
  forenames: fc.constantFrom('Ann', 'Zoë', ''),
  surname: fc.constantFrom('Field', 'O’Neill', ''),
  email: often('same', 'other', '(clear)'),
  contact_phone: often('0113 496 0000', '(clear)'),
  sex: often('m', 'Female', '(clear)'),
  role: often('employee', 'Site Manager', 'Client Manager'),
  employee_roles: often('Driver', 'fitter; driver', 'Cleaner', '(clear)'),
  sites: fc.constantFrom('', 'Leeds', 'york; LEEDS', 'Leeds'),
  clothing_sets: often('Winter', 'Summer; winter', 'Spring', '(clear)'),
  started_on: often('2026-02-03', '05/06/2025', '(clear)'),
  deduction_consent_on: often('2026-02-03', '(clear)'),
  is_supervised_orderer: often('yes', 'no'),
  leaver: fc.constantFrom('', '', '', '', 'yes', 'no'),
  edited: fc.boolean(),
});
type PersonRow = typeof personRow extends fc.Arbitrary<infer Row> ? Row : never;

/** Inserts a client with six people who have different values in every field. Returns functions that read and edit the client's people. */
async function newClient(base: Awaited<ReturnType<typeof importWorld>>, tag: string) {
  const { database } = base;
  const { id } = await base.account();
  const [leeds, york] = [await base.site(id, { name: 'Leeds' }), await base.site(id, { name: 'York' })];
  const [driver, fitter] = await database.unitOfWork((db) =>
    db
      .insert(employeeRoles)
      .values(['Driver', 'Fitter'].map((name) => ({ account_id: id, name, created_at: base.now() })))
      .returning(),
  );
  const winter = await base.clothingSet(id, { name: 'Winter' });
  await base.clothingSet(id, { name: 'Summer' });
  const people: { id: number }[] = [];
  for (let n = 0; n < STORED; n++)
    people.push(
      await base.user(n === 1 ? 'site_admin' : 'employee', {
        account_id: id,
        sites: [n % 2 ? york.id : leeds.id],
        employee_number: `${tag}-${n}`,
        email: n === 2 ? null : `${tag}.${n}@example.test`,
        surname: 'Field',
        sex: n % 2 ? 'm' : null,
      }),
    );
  await database.unitOfWork(async (db) => {
    await db
      .insert(userEmployeeRoles)
      .values(people.slice(0, 3).map((person, n) => ({ user_id: person.id, employee_role_id: (n ? driver : fitter)?.id ?? 0 })));
    await db.insert(userClothingSets).values({ user_id: people[0]?.id ?? 0, clothing_set_id: winter.id });
  });

  const { reader } = database;
  const read = () => reader.select().from(users).where(eq(users.account_id, id)).orderBy(asc(users.id));
  /** Reads the stored people of this client and their links, without version numbers. */
  const snapshot = async () => {
    const people = (await read()).map(({ version, v, ...row }) => row);
    const linked = inArray(
      sql`user_id`,
      people.map((row) => row.id),
    );
    return {
      people,
      links: [
        await reader.select().from(userSites).where(linked).orderBy(userSites.user_id, userSites.site_id),
        await reader.select().from(userEmployeeRoles).where(linked).orderBy(userEmployeeRoles.user_id, userEmployeeRoles.employee_role_id),
        await reader.select().from(userClothingSets).where(linked).orderBy(userClothingSets.user_id, userClothingSets.clothing_set_id),
      ],
      named: [
        (await reader.select().from(employeeRoles).where(eq(employeeRoles.account_id, id)).orderBy(employeeRoles.id)).map(
          ({ version, ...row }) => row,
        ),
        (await reader.select().from(clothingSets).where(eq(clothingSets.account_id, id)).orderBy(clothingSets.id)).map(({ version, ...row }) => row),
      ],
    };
  };

  /** Restores an archived person; for any other person, changes every field that an import can write. */
  const edit = async (person: Awaited<ReturnType<typeof read>>[number]): Promise<void> => {
    const path = `/api/admin/accounts/${id}/employees/${person.id}`;
    if (person.deleted_at !== null) {
      expect((await base.office.post(`/api/employees/${person.id}/restore`)).status).toBe(200);
      return;
    }
    const { body } = await base.office.get(path);
    const { status } = await base.office.put(path, {
      forenames: `${person.forenames} edited`,
      surname: `${person.surname} edited`,
      email: `edited.${person.id}.${tag}@example.test`,
      contact_phone: `${person.contact_phone ?? ''}9`,
      sex: person.sex === 'm' ? 'f' : 'm',
      roles: [person.role === 'manager' ? 'employee' : 'manager'],
      employee_roles: body.employee_roles.length === 1 && body.employee_roles[0].id === driver?.id ? [fitter?.id] : [driver?.id],
      sites: body.sites.length === 1 && body.sites[0].id === york.id ? [leeds.id] : [york.id],
      clothing_sets: body.clothing_sets.length ? [] : [winter.id],
      started_on: '2020-01-01',
      is_supervised_orderer: !person.is_supervised_orderer,
    });
    expect(status).toBe(200);
  };
  return { id, read, snapshot, edit };
}

type Snapshot = Awaited<ReturnType<Awaited<ReturnType<typeof newClient>>['snapshot']>>;

/** Returns a hash of a snapshot without these people. */
function hashOf({ people, links, named }: Snapshot, without: readonly number[]): string {
  const isIn = (id: number): boolean => !without.includes(id);
  const content = [people.filter((row) => isIn(row.id)), links.map((rows) => rows.filter((row) => isIn(row.user_id))), named];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

test('the rollback of an import of people restores everybody except people who were edited since, and names these people', async () => {
  const base = await importWorld();
  const { importFile, rollBack, database, office } = base;
  let run = 0;
  const law = fc.asyncProperty(
    fc.uniqueArray(personRow, { selector: ({ n }) => n, minLength: 1, maxLength: 9 }),
    fc.record({ complete: fc.boolean(), create_missing: fc.boolean(), someEdit: fc.boolean() }),
    async (rows: PersonRow[], { complete, create_missing, someEdit }) => {
      const tag = `law${office.id}-${run++}`;
      const client = await newClient(base, tag);
      const emails: Record<string, (n: number) => string> = {
        same: (n) => `${tag}.${n}@example.test`,
        other: (n) => `other.${tag}.${n}@example.test`,
      };
      const cells = (row: PersonRow): string[] =>
        head.map((field) => {
          if (field === 'employee_number') return `${tag}-${row.n}`;
          const text = row[field as keyof PersonRow] as string;
          return field === 'email' ? (emails[text]?.(row.n) ?? text) : text;
        });
      const before = await client.snapshot();
      const options = { account_id: String(client.id), complete: String(complete), create_missing: String(create_missing) };
      const done = await importFile({ type: 'employees', rows: [head, ...rows.map(cells)], options });
      expect(done.status).toBe('done');

      const changes = await database.reader.select().from(importChanges).where(eq(importChanges.import_id, done.id));
      const written = new Set(changes.filter(({ target }) => target === 'user').map(({ target_id }) => target_id));
      const numbers = new Set(rows.filter((row) => row.edited && someEdit).map(({ n }) => `${tag}-${n}`));
      const edited = (await client.read()).filter(({ id, employee_number }) => written.has(id) && numbers.has(employee_number ?? ''));
      for (const person of edited) await client.edit(person);

      const { kept, failed, counts } = await rollBack(done.id);
      expect(failed).toEqual([]);
      expect(kept.map(({ key }) => key).sort()).toEqual(edited.map(({ employee_number }) => employee_number).sort());
      expect(counts.undone).toBe(changes.length - edited.length);
      const without = edited.map(({ id }) => id);
      expect(hashOf(await client.snapshot(), without)).toBe(hashOf(before, without));
    },
  );
  await fc.assert(law, { numRuns: lawRuns(12) });
});
