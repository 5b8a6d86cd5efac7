import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rows, run } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { byName, nameKeyColumn, storedFold } from '../../server/db/folded.ts';
import { fillPersonParts } from '../../server/db/person-search.ts';
import { users } from '../../server/db/tables/index.ts';
import { compareNames, foldedCharacters, foldText, nameKey } from '../../shared/folded.ts';
import { world } from '../world.ts';

const named = (path: string, body: { items: { name: string }[] }): [string, string[]] => [path, body.items.map(({ name }) => name)];

describe('folding of case, accents and signs', () => {
  test('the database folds each character as the shared function does, in queries and in triggers', async () => {
    const { database } = await world();
    const text = [...foldedCharacters().keys(), 'AZaz09_', '王', '😀'].join('');
    const stored = pg ? sql`folded(${text}::text)` : sql.raw(storedFold(`'${text.replaceAll("'", "''")}'`));
    const [row] = await rows<{ queried: string; stored: string; name: string }>(
      database.reader,
      sql`select ${pg ? sql`folded(${text}::text)` : sql`folded(${text})`} as queried, ${stored} as stored, ${nameKeyColumn(pg ? sql`${`"${text}`}::text` : sql`${`"${text}`}`)} as name`,
    );
    expect(row?.queried).toBe(foldText(text));
    expect(row?.stored).toBe(foldText(text));
    expect(row?.name).toBe(nameKey(`"${text}`));
  });

  test('a person is sorted by surname and forenames, also after a change of name and after a bulk load', async () => {
    const { database, user } = await world();
    const { id } = await user('employee', { forenames: 'Zoë', surname: 'de Souza' });
    const keyOf = async () => (await rows<{ name_key: string }>(database.reader, sql`select name_key from users where id = ${id}`))[0]?.name_key;
    expect(await keyOf()).toBe('de souza\tzoe');
    await database.unitOfWork((db) => db.update(users).set({ surname: '’t Hooft', forenames: 'Ægir' }).where(sql`${users.id} = ${id}`));
    expect(await keyOf()).toBe('t hooft\taegir');
    await database.unitOfWork(async (db) => {
      await run(db, sql`update users set name_key = '' where id = ${id}`);
      await run(db, sql.raw(fillPersonParts.at(-1) ?? ''));
    });
    expect(await keyOf()).toBe('t hooft\taegir');
  });

  test('names are sorted without regard to case, accents and leading signs', async () => {
    const { database, account } = await world();
    const names = ['Ｎｏｒｔｈ', 'ﬁlter', 'Zebra', 'étoile', 'Eton', '"K" Clothing', 'Kappa', 'ÅNGSTRÖM', 'de Souza', 'Dunn', 'œuvre', 'Ofsted'];
    for (const name of names) await account({ name: `${name}`, reference: `FOLD-${name}` });
    const sorted = await rows<{ name: string }>(
      database.reader,
      sql`select name from accounts where reference like 'FOLD-%' order by ${byName(sql`name`)}`,
    );
    const expected = ['ÅNGSTRÖM', 'de Souza', 'Dunn', 'étoile', 'Eton', 'ﬁlter', '"K" Clothing', 'Kappa', 'Ｎｏｒｔｈ', 'œuvre', 'Ofsted', 'Zebra'];
    expect(sorted.map(({ name }) => name)).toEqual(expected);
    expect([...names].sort(compareNames)).toEqual(expected);
  });
});

describe('lists', () => {
  test('find clients, sites, suppliers, sets and people even if the search differs in accents, case or kind of apostrophe', async () => {
    const { as, account, site, supplier, clothingSet, user } = await world();
    const office = await as('super');
    const client = await account({ name: 'O’Neill’s Étoile–Groß' });
    await site(client.id, { name: 'Müller’s Größe' });
    await supplier({ name: 'MÜLLER “Œuvre”' });
    await supplier({ name: 'Back`tick' });
    await supplier({ name: 'Ｎｏｒｔｈ　２ Oﬃce' });
    await clothingSet(client.id, { name: 'Señor’s – Ártica' });
    await user('employee', { account_id: client.id, forenames: 'Łukasz', surname: 'O’Søren-Weiß' });
    const at = (path: string) => `/api/admin${path}`;
    const finds: [string, string, string][] = [
      [at('/accounts'), "o'neill's", 'O’Neill’s Étoile–Groß'],
      [at('/accounts'), 'o`neill`s', 'O’Neill’s Étoile–Groß'],
      [at('/suppliers'), 'back`tick', 'Back`tick'],
      [at(`/accounts/${client.id}/employees`), 'lukasz o`soren', 'Łukasz O’Søren-Weiß'],
      [at(`/accounts/${client.id}/employees`), 'o`s', 'Łukasz O’Søren-Weiß'],
      [at('/accounts'), 'ETOILE-GROSS', 'O’Neill’s Étoile–Groß'],
      [`/api/sites?account_id=${client.id}`, "muller's grosse", 'Müller’s Größe'],
      [at('/suppliers'), 'muller "oeuvre"', 'MÜLLER “Œuvre”'],
      [at('/suppliers'), 'north 2 office', 'Ｎｏｒｔｈ　２ Oﬃce'],
      [at('/suppliers'), 'ＮＯＲＴＨ 2 oﬀ', 'Ｎｏｒｔｈ　２ Oﬃce'],
      [`${at('/clothing-sets')}?account_id=${client.id}`, "senor's - artica", 'Señor’s – Ártica'],
      [at(`/accounts/${client.id}/employees`), "lukasz o'soren-weiss", 'Łukasz O’Søren-Weiß'],
      [at(`/accounts/${client.id}/employees`), 'Œ', ''],
    ];
    for (const [path, search, name] of finds) {
      const { status, body } = await office.get(`${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`);
      expect([path, search, status]).toEqual([path, search, 200]);
      if (name)
        expect(
          body.items.map((one: { name?: string; forenames?: string; surname?: string }) => one.name ?? `${one.forenames} ${one.surname}`),
        ).toEqual([name]);
    }
  });

  test('for a letter contain the names that begin with it, ignoring accents and leading quotation marks', async () => {
    const { as, account } = await world();
    const office = await as('super');
    for (const name of ['Étoile Cleaning', '“K” Clothing', "'Elm' Foods"]) await account({ name });
    const letter = async (one: string) => named(one, (await office.get(`/api/admin/accounts?letter=${one}`)).body)[1];
    expect(await letter('E')).toEqual(expect.arrayContaining(["'Elm' Foods", 'Étoile Cleaning']));
    expect(await letter('k')).toEqual(expect.arrayContaining(['“K” Clothing']));
  });

  test('of people and of sites sort names in the same way', async () => {
    const { as, account, user, site } = await world();
    const office = await as('super');
    const client = await account();
    for (const surname of ['Zed', 'Étienne', 'de Souza', 'Dunn', 'Evans', 'Ångström'])
      await user('employee', { account_id: client.id, forenames: 'A', surname });
    for (const name of ['zoo', 'Écluse', 'Depot', '"Centre" Nord']) await site(client.id, { name });
    const people = (await office.get(`/api/admin/accounts/${client.id}/employees?per_page=100`)).body.items.map(
      (one: { surname: string }) => one.surname,
    );
    expect(people).toEqual(['Ångström', 'de Souza', 'Dunn', 'Étienne', 'Evans', 'Zed']);
    const backwards = (await office.get(`/api/admin/accounts/${client.id}/employees?per_page=100&sortedBy=desc`)).body.items;
    expect(backwards.map((one: { surname: string }) => one.surname)).toEqual([...people].reverse());
    expect(named('', (await office.get(`/api/sites?account_id=${client.id}`)).body)[1]).toEqual(['"Centre" Nord', 'Depot', 'Écluse', 'zoo']);
  });
});
