import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { csvOf } from '../../shared/csv.ts';
import { formOf } from '../imports/form-of.ts';
import { runBesideOthers } from './others.ts';
import type { BulkRun } from './people.ts';

/** Rows of each file, unless another number is given. */
const DEFAULT_ROWS = 20_000;
const PEOPLE = 5000;
/** How many rows have to be checked in a second. The same number has to be written in a second. */
const LEAST_ROWS = 3000;

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'];
const price = (n: number, extra: number): string => ((n % 90) + 5 + extra).toFixed(2);

/** A supplier's range: styles with 49 SKUs each. */
const range = (prefix: string, count: number, extra: number) => [
  ['sku', 'parent_sku', 'name', 'price', 'cost', 'colour', 'size_1', 'bin'],
  ...Array.from({ length: count }, (_, n) => {
    const style = n - (n % 50);
    if (n === style) return [`${prefix}${n}`, '', `Bench style ${n}`, price(n, extra), '2.50', '', '', ''];
    return [`${prefix}${n}`, `${prefix}${style}`, '', price(n, extra), '', n % 2 ? 'Navy' : 'Red', sizes[n % 10] ?? '', `B-${n % 400}`];
  }),
];

const staff = (prefix: string, site: string) => [
  ['employee_number', 'forenames', 'surname', 'email', 'sites', 'started_on'],
  ...Array.from({ length: PEOPLE }, (_, n) => [
    `${prefix}${String(n).padStart(6, '0')}`,
    `Forename${n}`,
    `Surname${n % 900}`,
    `${prefix}.${n}@staff.example.test`,
    site,
    '01/11/2026',
  ]),
];

/** Milliseconds for which the other reads and writes are measured without an import. */
const QUIET = 3000;

/**
 * Measures three imports (a new range, new prices for this range, and a client's people) and a rollback. Each is run twice: with one file alone, to
 * count the rows in a second, and with another file while other requests follow each other without a pause, to time those requests. The first row
 * of the result has the times of the requests without an import. The requests read the list of orders, which takes the same time however many
 * products are imported.
 */
export async function importRuns(origin: string, headers: Record<string, string>, data_dir: string, count = DEFAULT_ROWS): Promise<BulkRun[]> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const statusOf = connection.prepare('select status from imports where id = ?').pluck();
  const [{ account_id, site }] = connection
    .prepare('select account_id, name as site from sites where deleted_at is null order by id limit 1')
    .all() as [{ account_id: number; site: string }];
  const until = async (id: number, status: string): Promise<void> => {
    while (statusOf.get(id) !== status) {
      if (statusOf.get(id) === 'failed') throw new Error(`The import ${id} failed.`);
      await setTimeout(5);
    }
  };
  const post = async (path: string, body: FormData | object): Promise<{ id: number }> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}/api/admin/imports${path}`, {
      method: 'POST',
      headers: isForm ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST imports${path} was refused with ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const beside = (work: () => Promise<unknown>) => runBesideOthers(origin, headers, '/api/admin/orders?per_page=25', work);
  let id = 0;
  const check = async (form: FormData): Promise<void> => {
    id = (await post('', form)).id;
    await until(id, 'checked');
  };
  const write = async (): Promise<void> => {
    await post(`/${id}/run`, {});
    await until(id, 'done');
  };
  const products = (prefix: string, extra: number) => () => {
    const rows = range(prefix, count, extra);
    return check(formOf({ type: 'products', rows: csvOf(rows), mapping: rows[0] ?? [] }));
  };
  const people = (prefix: string) => () => {
    const rows = staff(prefix, site);
    return check(formOf({ type: 'employees', rows: csvOf(rows), mapping: rows[0] ?? [], options: { account_id: String(account_id) } }));
  };
  const steps = (prefix: string): [name: string, count: number, work: () => Promise<unknown>][] => [
    ['check of new products', count, products(prefix, 0)],
    ['new products', count, write],
    ['check of new prices', count, products(prefix, 1)],
    ['new prices', count, write],
    ['rollback of new prices', count, () => post(`/${id}/rollback`, {})],
    ['check of people', PEOPLE, people(prefix)],
    ['people', PEOPLE, write],
  ];
  const seconds: number[] = [];
  for (const [, , work] of steps('ALONE')) {
    const started = performance.now();
    await work();
    seconds.push((performance.now() - started) / 1000);
  }
  const { result: _, ...quiet } = await beside(() => setTimeout(QUIET));
  const runs: BulkRun[] = [{ name: 'no import', count: 0, least: 0, ...quiet }];
  for (const [place, [name, records, work]] of steps('BESIDE').entries()) {
    const { read, write: wait } = await beside(work);
    runs.push({ name, count: records, least: LEAST_ROWS, seconds: seconds[place] ?? 0, read, write: wait });
  }
  connection.close();
  return runs;
}
