import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { connectSqlite } from '../../server/db/sqlite-connection.ts';
import type { Statement } from './record-statements.ts';

/** One address of the ceiling. It runs Kitroom's SQL as prepared statements and sends Kitroom's responses. */
export interface CeilingRoute {
  /** The statements of each turn; the turns are run in rotation. There are several turns if repeated statements would change nothing. */
  turns: Statement[][];
  writes: boolean;
  /** The response of each turn. */
  bodies: unknown[];
}

// The raw ceiling: a bare Hono handler that parses the same request body, runs prepared statements and sends the same bytes; a write is a bare
// transaction.
const [file = '', plan = ''] = process.argv.slice(2);
const routes = JSON.parse(readFileSync(plan, 'utf8')) as CeilingRoute[];
const connection = connectSqlite(file, { readonly: false });
const begin = connection.prepare('BEGIN IMMEDIATE');
const commit = connection.prepare('COMMIT');

const app = new Hono();
for (const [index, { turns, writes, bodies }] of routes.entries()) {
  const compiled = turns.map((statements) =>
    statements.map(({ sql, values, answers }) => {
      const statement = connection.prepare(sql);
      if (statement.reader) statement.raw();
      return () => (answers || statement.reader ? statement.all(...values) : statement.run(...values));
    }),
  );
  let turn = 0;
  app.all(`/${index}`, async (c) => {
    if (c.req.method !== 'GET') await c.req.json();
    const at = turn++ % compiled.length;
    const steps = compiled[at] ?? [];
    if (writes) begin.run();
    for (const step of steps) step();
    if (writes) commit.run();
    return c.json(bodies[at] as object);
  });
}
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) => process.stdout.write(`ready ${port}\n`));
