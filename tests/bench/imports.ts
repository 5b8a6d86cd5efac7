import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { csvOf } from '../../shared/csv.ts';
import { formOf } from '../imports/form-of.ts';
import { runBesideOthers } from './others.ts';
import type { BulkRun } from './people.ts';

/** Rows of each file, where nothing else is asked for. */
const DEFAULT_ROWS = 20_000;
const PEOPLE = 5000;
/** Rows a second that are checked, and that are written. */
const LEAST_ROWS = 3000;

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'];
const price = (n: number, extra: number): string => ((n % 90) + 5 + extra).toFixed(2);

/** A supplier's range: styles with 49 SKUs each. */
const range = (count: number, extra: number) => [
  ['sku', 'parent_sku', 'name', 'price', 'cost', 'colour', 'size_1', 'bin'],
  ...Array.from({ length: count }, (_, n) => {
    const style = n - (n % 50);
    if (n === style) return [`BENCH${n}`, '', `Bench style ${n}`, price(n, extra), '2.50', '', '', ''];
    return [`BENCH${n}`, `BENCH${style}`, '', price(n, extra), '', n % 2 ? 'Navy' : 'Red', sizes[n % 10] ?? '', `B-${n % 400}`];
  }),
];

const staff = (site: string) => [
  ['employee_number', 'forenames', 'surname', 'email', 'sites', 'started_on'],
  ...Array.from({ length: PEOPLE }, (_, n) => [
    String(n).padStart(6, '0'),
    `Forename${n}`,
    `Surname${n % 900}`,
    `bench.${n}@staff.example.test`,
    site,
    '01/11/2026',
  ]),
];

/** Imports of a range that is new, of its new prices, of a client's people, and a rollback, while somebody else reads and writes. */
export async function importRuns(origin: string, headers: Record<string, string>, data_dir: string, count = DEFAULT_ROWS): Promise<BulkRun[]> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const statusOf = connection.prepare('select status from imports where id = ?').pluck();
  const [{ account_id, site }] = connection
    .prepare('select account_id, name as site from sites where deleted_at is null order by id limit 1')
    .all() as [{ account_id: number; site: string }];
  const until = async (id: number, status: string): Promise<void> => {
    while (statusOf.get(id) !== status) {
      if (statusOf.get(id) === 'failed') throw new Error(`The import ${id} failed.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
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
  const beside = async (name: string, count: number, work: () => Promise<unknown>): Promise<BulkRun> => {
    const { result: _, ...times } = await runBesideOthers(origin, headers, '/api/admin/products?parent_only=true', work);
    return { name, count, least: LEAST_ROWS, ...times };
  };
  let id = 0;
  const check = (form: FormData) => async () => {
    id = (await post('', form)).id;
    await until(id, 'checked');
  };
  const write = async (): Promise<void> => {
    await post(`/${id}/run`, {});
    await until(id, 'done');
  };
  const productFile = (extra: number): FormData => {
    const rows = range(count, extra);
    return formOf({ type: 'products', rows: csvOf(rows), mapping: rows[0] ?? [] });
  };
  const people = formOf({ type: 'employees', rows: csvOf(staff(site)), mapping: staff(site)[0] ?? [], options: { account_id: String(account_id) } });
  const runs = [
    await beside('check of new products', count, check(productFile(0))),
    await beside('new products', count, write),
    await beside('check of new prices', count, check(productFile(1))),
    await beside('new prices', count, write),
    await beside('rollback of new prices', count, () => post(`/${id}/rollback`, {})),
    await beside('check of people', PEOPLE, check(people)),
    await beside('people', PEOPLE, write),
  ];
  connection.close();
  return runs;
}
