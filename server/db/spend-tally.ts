import { sql } from 'drizzle-orm';
import { type Db, run } from './db.ts';
import { pg } from './dialect.ts';

const columns = 'kind, of_id, period, key_id, n, spent, returned';
const byDay = (kind: string, of_id: string, key_id: string, n: string, where = ''): string =>
  `insert into spend_tally (${columns}) select '${kind}', ${of_id}, day, ${key_id}, sum(${n}), sum(spent), sum(returned)
    from spend_filling ${where} group by ${of_id === '0' ? '' : `${of_id}, `}day, ${key_id}`;

/** The statements that fill an empty tally with all spending after a bulk load without triggers. They are run one by one. */
export const fillSpendTally: readonly string[] = [
  'create temporary table spend_filling as select account_id, site_id, day, style_id, wearer_id, role_id, orders, pieces, spent, returned from spend_facts',
  byDay('client', '0', 'account_id', 'orders'),
  byDay('site', 'account_id', 'site_id', 'orders'),
  byDay('product', 'account_id', 'style_id', 'pieces', 'where style_id is not null'),
  byDay('any_product', '0', 'style_id', 'pieces', 'where style_id is not null'),
  byDay('wearer', 'role_id', 'wearer_id', 'pieces', 'where role_id is not null'),
  `insert into spend_tally (${columns}) select kind, of_id, period / 100, key_id, sum(n), sum(spent), sum(returned)
    from spend_tally group by kind, of_id, period / 100, key_id`,
  'drop table spend_filling',
];

/** Merge into the tally the differences that writers have appended. SQLite has no differences, because it has one writer. */
export async function compactSpendTally(db: Db): Promise<void> {
  if (!pg) return;
  await run(
    db,
    sql`with noted as (delete from spend_differences returning kind, of_id, period, key_id, n, spent, returned)
      insert into spend_tally (kind, of_id, period, key_id, n, spent, returned)
        select kind, of_id, period, key_id, sum(n), sum(spent), sum(returned) from noted group by kind, of_id, period, key_id
      on conflict (kind, of_id, period, key_id) do update
        set n = spend_tally.n + excluded.n, spent = spend_tally.spent + excluded.spent, returned = spend_tally.returned + excluded.returned`,
  );
}
