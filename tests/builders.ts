import { randomUUID } from 'node:crypto';
import type { Database } from '../server/db/db.ts';
import * as tables from '../server/db/tables/index.ts';
import type { Address } from '../shared/address.ts';
import { isClientRole, type Role } from '../shared/roles.ts';

type Insert<Table extends { $inferInsert: unknown }> = Partial<Table['$inferInsert']>;

const address: Address = { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };

let counter = 0;
/** Returns a number that no other record of this test file has. */
const next = (): number => ++counter;

const only = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('Nothing was inserted');
  return row;
};

/** Builds the records that a test needs at its start. The behaviour under test goes through the API. */
export function builders(database: Database, now: () => string) {
  const insert = <T>(work: (db: Parameters<Parameters<Database['unitOfWork']>[0]>[0]) => Promise<T[]>): Promise<T> =>
    database.unitOfWork(async (db) => only(await work(db)));

  const account = (values: Insert<typeof tables.accounts> = {}) =>
    insert((db) =>
      db
        .insert(tables.accounts)
        .values({ name: `Client ${next()}`, created_at: now(), ...values })
        .returning(),
    );

  const site = (account_id: number, values: Insert<typeof tables.sites> = {}) =>
    insert((db) =>
      db
        .insert(tables.sites)
        .values({ account_id, name: `Site ${next()}`, delivery_address: address, created_at: now(), ...values })
        .returning(),
    );

  let home: Promise<{ id: number }> | undefined;
  /** Inserts a person. A person with a client role but no account belongs to the test's own client. */
  const user = async (role: Role, { sites = [], ...values }: Insert<typeof tables.users> & { sites?: number[] } = {}) => {
    if (isClientRole(role) && values.account_id === undefined) {
      home ??= account({ name: 'Home Client' });
      values.account_id = (await home).id;
    }
    const n = next();
    return database.unitOfWork(async (db) => {
      const person = only(
        await db
          .insert(tables.users)
          .values({
            role,
            forenames: 'Person',
            surname: `Number ${n}`,
            email: `person.${n}.${randomUUID().slice(0, 8)}@example.test`,
            created_at: now(),
            ...values,
          })
          .returning(),
      );
      if (sites.length) await db.insert(tables.userSites).values(sites.map((site_id) => ({ user_id: person.id, site_id })));
      return person;
    });
  };

  const supplier = (values: Insert<typeof tables.suppliers> = {}) =>
    insert((db) => {
      const n = next();
      return db
        .insert(tables.suppliers)
        .values({ name: `Supplier ${n}`, code: `SUP${n}`, created_at: now(), ...values })
        .returning();
    });

  const product = (values: Insert<typeof tables.products> = {}) =>
    insert((db) => {
      const n = next();
      return db
        .insert(tables.products)
        .values({
          sku: `SKU-${n}`,
          name: `Product ${n}`,
          price: 1000,
          cost: 600,
          bin: `A-01-${n}`,
          is_public: true,
          is_published: true,
          created_at: now(),
          ...values,
        })
        .returning();
    });

  /** Inserts a style with one variation for each size. */
  const style = async (sizes: string[] = ['S', 'M', 'L'], values: Insert<typeof tables.products> = {}) => {
    const parent = await product({ ...values, bin: null });
    const children: (typeof parent)[] = [];
    for (const [position, size] of sizes.entries())
      children.push(
        await product({
          name: parent.name,
          ...values,
          parent_id: parent.id,
          variation_colour: 'Navy',
          colour_hex: '#1f2c4d',
          variation_size_1: size,
          position,
        }),
      );
    return { parent, children };
  };

  /** Makes a stored file a product's picture. */
  const picture = (product_id: number, file_id: number) =>
    insert((db) => db.insert(tables.productMedia).values({ product_id, file_id, position: 0 }).returning());

  const clothingSet = (
    account_id: number,
    {
      products = [],
      wearers = [],
      ...values
    }: Insert<typeof tables.clothingSets> & { products?: { product_id: number; price?: number; decoration?: string }[]; wearers?: number[] } = {},
  ) =>
    database.unitOfWork(async (db) => {
      const set = only(
        await db
          .insert(tables.clothingSets)
          .values({ account_id, name: `Set ${next()}`, created_at: now(), ...values })
          .returning(),
      );
      if (products.length) await db.insert(tables.clothingSetProducts).values(products.map((item) => ({ clothing_set_id: set.id, ...item })));
      if (wearers.length) await db.insert(tables.userClothingSets).values(wearers.map((user_id) => ({ clothing_set_id: set.id, user_id })));
      return set;
    });

  /** Gives a person one more clothing set. */
  const wear = (user_id: number, clothing_set_id: number) =>
    insert((db) => db.insert(tables.userClothingSets).values({ user_id, clothing_set_id }).returning());

  const employeeRole = ({ account_id, holders = [], ...values }: Insert<typeof tables.employeeRoles> & { account_id: number; holders?: number[] }) =>
    database.unitOfWork(async (db) => {
      const role = only(
        await db
          .insert(tables.employeeRoles)
          .values({ account_id, name: `Role ${next()}`, created_at: now(), ...values })
          .returning(),
      );
      if (holders.length) await db.insert(tables.userEmployeeRoles).values(holders.map((user_id) => ({ user_id, employee_role_id: role.id })));
      return role;
    });

  return { account, site, user, supplier, product, style, picture, clothingSet, wear, employeeRole };
}
