import BetterSqlite from 'better-sqlite3';
import type { Latency, Request } from './load.ts';
import { json } from './others.ts';

/** People with the role whose allowances are measured. */
const HOLDERS = 5_000;
/** Allowances of the role, and lines that a person has in submitted orders. */
const ALLOWANCES = 8;
const LINES = 40;
/** How many times longer the products of somebody with allowances may take than those of somebody without any. */
export const MAX_ALLOWANCE_COST = 1.3;
/** Milliseconds within which 95 of 100 pages of allowances are answered. */
export const MAX_ALLOWANCE_MS = 50;

/** Two people with equal clothing sets and equally many ordered lines, of whom one has allowances. */
export interface Holders {
  role_id: number;
  set_id: number;
  holder: number;
  other: number;
}

/** Gives the first client a role that 5,000 people have, and two people to compare, of whom one has the role. */
export function addHolders(file: string): Holders {
  const connection = new BetterSqlite(file);
  const one = (query: string): number => connection.prepare(query).pluck().get() as number;
  const now = new Date().toISOString();
  const holders = connection.transaction((): Holders => {
    const set_id = one(`select clothing_set_id from clothing_set_products join clothing_sets on clothing_sets.id = clothing_set_id
      where account_id = 1 group by clothing_set_id order by count(*) desc limit 1`);
    const site = one('select id from sites where account_id = 1 order by id limit 1');
    const role = connection.prepare(`insert into employee_roles (account_id, name, created_at) values (1, 'Bench', ?)`);
    const role_id = Number(role.run(now).lastInsertRowid);
    const person = connection.prepare(
      `insert into users (account_id, role, forenames, surname, employee_number, started_on, created_at)
       values (1, 'employee', 'Holder', ?, ?, '2020-02-29', ?)`,
    );
    const links = ['user_sites (user_id, site_id)', 'user_clothing_sets (user_id, clothing_set_id)'].map((into) =>
      connection.prepare(`insert into ${into} values (?, ?)`),
    );
    const hold = connection.prepare('insert into user_employee_roles (user_id, employee_role_id) values (?, ?)');
    const added = Array.from({ length: HOLDERS + 1 }, (_, n) => {
      const id = Number(person.run(`Person ${n}`, `HOLDER-${n}`, now).lastInsertRowid);
      for (const [place, link] of links.entries()) link.run(id, place === 0 ? site : set_id);
      if (n > 0) hold.run(id, role_id);
      return id;
    });
    const [other = 0, holder = 0] = added;
    for (const [place, id] of [holder, other].entries())
      connection
        .prepare(
          `update order_lines set employee_id = ? where id in (select l.id from order_lines l join orders o on o.id = l.order_id
           where o.account_id = 1 and o.submitted_at is not null and o.cancelled_at is null and l.employee_id not in (?, ?) order by l.id desc limit ? offset ?)`,
        )
        .run(id, holder, other, LINES, place * LINES);
    return { role_id, set_id, holder, other };
  })();
  connection.close();
  return holders;
}

/** Gives the role its allowances: of each unit, of a style, of the set and of everything. */
export async function addAllowances(origin: string, headers: Record<string, string>, { role_id, set_id, holder }: Holders): Promise<void> {
  for (let n = 0; n < ALLOWANCES; n++) {
    const unit = (['items', 'points', 'pence'] as const)[n % 3];
    const covers = n % 2 === 0 ? { clothing_sets: [set_id] } : { all: true };
    const term = { period_months: 12, anchor: n < 4 ? 'fixed' : 'start_date', starts_on: n < 4 ? '2020-01-01' : null, carry_over_max: n };
    const body = { name: `Allowance ${n}`, employee_role_id: role_id, unit, amount: 100_000, covers, when_exceeded: 'approve', ...term };
    const response = await fetch(`${origin}/api/accounts/1/allowances`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`The allowance was not stored: ${response.status} ${await response.text()}`);
  }
  const { items } = (await (await fetch(`${origin}/api/employees/${holder}/products`, { headers })).json()) as { items: { allowances: unknown[] }[] };
  if (!items.length || items.some(({ allowances }) => allowances.length !== ALLOWANCES)) throw new Error('The allowances do not cover the products.');
}

/** The two requests for products that are compared, and the pages of allowances that have a limit in milliseconds. */
export function allowanceRequests(headers: Record<string, string>, { role_id, holder, other }: Holders) {
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  return {
    products: [get(`/api/employees/${other}/products`), get(`/api/employees/${holder}/products`)] as const,
    pages: {
      'allowances, first page': get('/api/accounts/1/allowances'),
      'allowances of the role': get(`/api/accounts/1/allowances?employee_role_id=${role_id}`),
      'figures of a person': get(`/api/employees/${holder}/allowances`),
    },
  };
}

/** How many times longer the second takes, by the lower quartiles, because other work of the machine only adds time. */
export const costOf = ([without, withThem]: readonly [Latency, Latency]): number => withThem.lower_quartile / without.lower_quartile;
