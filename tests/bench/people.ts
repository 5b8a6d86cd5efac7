import BetterSqlite from 'better-sqlite3';
import { limits } from '../../shared/limits.ts';
import { json, runBesideOthers } from './others.ts';
import { type Askers, emptyList, LIST_TIMES_SLOWER, type Scenario } from './scenarios.ts';

/** People that a bulk change has to process in a second, and milliseconds within which 95 of 100 other requests have to be answered meanwhile. */
const LEAST_PEOPLE = 500;
export const MAX_WAIT_MS = 50;
/** People in a bulk change. */
const CROWD = 2000;

/** Styles of the one wide clothing set. */
const STYLES = 400;
/** Rows that a page of the wide set may read: the ids of all its styles, and the SKUs of the styles on the page. */
const MAX_SET_ROWS = 3000;

/** Milliseconds within which 95 of 100 lists are answered. */
const MAX_LIST_MS = 30;

/** Opens and searches the list of people, opens the page of a wearer, and reads the products of the set `set_id`. */
export function peopleScenarios(connection: BetterSqlite.Database, askers: Askers, set_id: number): Scenario[] {
  const person = connection
    .prepare(
      `select surname, employee_number, email from users where account_id > 1 and email is not null and deleted_at is null order by id desc limit 1 offset 100`,
    )
    .get() as { surname: string; employee_number: string; email: string };
  // The page of the person with the most orders has the most to show.
  const wearer = connection
    .prepare(
      `select employee_id id from order_employees e join orders o on o.id = e.order_id where o.account_id = 1 and o.submitted_at is not null
       group by employee_id order by count(*) desc limit 1`,
    )
    .get() as { id: number };
  const scenario = (name: string, paths: string | readonly string[], headers = askers.super): Scenario => ({
    name,
    requests: [paths].flat().map((path) => ({ method: 'GET', path, headers })),
    most_times_slower: LIST_TIMES_SLOWER,
    most_p95: MAX_LIST_MS,
    kind: 'list',
  });
  const searchPath = (text: string): string => `/api/employees?search=${encodeURIComponent(text)}`;
  return [
    emptyList(askers),
    scenario('people, first page', '/api/employees'),
    scenario('people, by name', searchPath(person.surname)),
    scenario('people, by number', searchPath(person.employee_number)),
    scenario('people, by email address', searchPath(person.email)),
    scenario('people of a client', '/api/employees?include=budgets,last_order', askers.client),
    scenario('all that a wearer’s page reads', wearerReads(wearer.id), askers.client),
    { ...scenario(`products of a set with ${STYLES}`, `/api/admin/clothing-sets/${set_id}/products`), most_rows: MAX_SET_ROWS },
  ];
}

/** The requests that the page of a person sends as it opens. */
const wearerReads = (id: number): string[] => [
  `/api/employees/${id}`,
  `/api/employees/${id}/issued?held=true&page=1`,
  `/api/employees/${id}/budgets`,
  `/api/employees/${id}/sizes`,
  `/api/employees/${id}/changes?page=1`,
  `/api/orders?employee_id=${id}&unfinished=true&page=1&per_page=${limits.wearer_orders_page}`,
  `/api/returns?employee_id=${id}&status=new&page=1&per_page=${limits.wearer_orders_page}`,
];

export interface Crowd {
  ids: number[];
  site_id: number;
  clothing_set_id: number;
}

/** Gives the first client enough people for a bulk change, all at one site. */
export function addCrowd(file: string): Crowd {
  const connection = new BetterSqlite(file);
  const sites = connection.prepare('select id from sites where account_id = 1 order by id limit 2').pluck().all() as number[];
  const set = connection.prepare('select id from clothing_sets where account_id = 1 order by id limit 1').pluck().get() as number;
  const [home = 0, site_id = 0] = sites;
  const insert = connection.prepare(
    `insert into users (account_id, role, forenames, surname, email, employee_number, created_at) values (1, 'employee', 'Crowd', ?, ?, ?, ?)`,
  );
  const link = connection.prepare('insert into user_sites (user_id, site_id) values (?, ?)');
  const ids = connection.transaction(() =>
    Array.from({ length: CROWD }, (_, n) => {
      const { lastInsertRowid } = insert.run(`Person ${n}`, `crowd.${n}@bench.test`, `CROWD-${n}`, new Date().toISOString());
      link.run(lastInsertRowid, home);
      return Number(lastInsertRowid);
    }),
  )();
  connection.close();
  return { ids, site_id, clothing_set_id: set };
}

/** Gives the first client a clothing set with many styles, each with all its SKUs; returns its id. */
export function addWideSet(file: string): number {
  const connection = new BetterSqlite(file);
  const id = connection.transaction(() => {
    const set = connection.prepare(`insert into clothing_sets (account_id, name, created_at) values (1, 'Bench', ?)`);
    const { lastInsertRowid } = set.run(new Date().toISOString());
    connection
      .prepare(
        `insert into clothing_set_products (clothing_set_id, product_id) select ?, id from products
         where exists (select 1 from products child where child.parent_id = products.id) order by id limit ?`,
      )
      .run(lastInsertRowid, STYLES);
    return Number(lastInsertRowid);
  })();
  connection.close();
  return id;
}

export interface BulkRun {
  name: string;
  /** How many records the bulk change has changed. */
  count: number;
  seconds: number;
  /** The least number of records that the bulk change has to change in a second. */
  least: number;
  /** Milliseconds within which 95 of 100 other requests were answered during the bulk change. */
  read: number;
  write: number;
}

/** Bulk changes of the whole crowd, each in one request, while somebody else reads and writes. */
export async function bulkRuns(origin: string, headers: Record<string, string>, { ids, site_id, clothing_set_id }: Crowd): Promise<BulkRun[]> {
  const run = async (name: string, body: object): Promise<BulkRun> => {
    const { result, ...times } = await runBesideOthers(origin, headers, '/api/employees?per_page=25', async () => {
      const response = await fetch(`${origin}/api/admin/accounts/1/employees/bulk`, {
        method: 'POST',
        headers: { ...headers, ...json },
        body: JSON.stringify({ ids, ...body }),
      });
      return (await response.json()) as { results: { ok: boolean }[] };
    });
    const count = result.results.filter(({ ok }) => ok).length;
    if (count !== ids.length) throw new Error(`${name}: ${count} of ${ids.length} were done`);
    return { name, count, least: LEAST_PEOPLE, ...times };
  };
  // The first change compiles the code that the others run.
  await run('warm-up', { add: { employee_roles: [1] } });
  return [
    await run('add a site', { add: { sites: [site_id] } }),
    await run('add a clothing set', { add: { clothing_sets: [clothing_set_id] }, remove: { employee_roles: [1] } }),
    await run('invite', { invite: true }),
    await run('archive', { archive: true }),
  ];
}
