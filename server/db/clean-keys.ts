import { getTableName, sql } from 'drizzle-orm';
import { type Db, rows, run } from './db.ts';
import { foldedKey } from './folded.ts';
import { keyedColumns } from './keyed-columns.ts';

/** Keys of several records that are the same once cleaned, ignoring case. */
export interface KeyClash {
  /** What people call the key: `SKU`. */
  label: string;
  keys: string[];
}

interface StoredKey {
  id: number;
  key: string;
  key_clash: number;
  company: number | null;
}

type KeyedColumn = (typeof keyedColumns)[number];

/** SKUs, codes and references are never used again, even after their record is deleted. */
const ofEver = new Set<string>(['sku', 'reference', 'code']);

async function storedKeys(db: Db, { table, column, within }: KeyedColumn): Promise<StoredKey[]> {
  const name = sql.identifier(column);
  const company = within === null ? sql`null` : sql.identifier(within);
  const isIn = ofEver.has(column) ? sql`1 = 1` : sql`deleted_at is null`;
  const isSet = within === null || column === 'name' ? sql`1 = 1` : sql`${company} is not null`;
  return rows<StoredKey>(
    db,
    sql`select id, ${name} as key, key_clash, ${company} as company from ${sql.identifier(getTableName(table))}
      where ${name} is not null and ${name} <> '' and ${isIn} and ${isSet} order by id`,
  );
}

/**
 * Clean the stored keys. Return the keys that clash: once cleaned, they are the same, ignoring case. Clashing keys stay unchanged. All but the first
 * of their records are marked, so that a unique index admits these records.
 */
export async function cleanKeys(db: Db): Promise<KeyClash[]> {
  const clashes: KeyClash[] = [];
  for (const keyed of keyedColumns) {
    const table = sql.identifier(getTableName(keyed.table));
    const sameKeys = new Map<string, StoredKey[]>();
    for (const one of await storedKeys(db, keyed)) {
      const key = `${one.company} ${foldedKey(keyed.clean(one.key))}`;
      const same = sameKeys.get(key);
      if (same) same.push(one);
      else sameKeys.set(key, [one]);
    }
    for (const same of sameKeys.values()) {
      if (same.length > 1) clashes.push({ label: keyed.label, keys: same.map(({ key }) => key) });
      const unclean = same.length === 1 ? same.filter(({ key }) => keyed.clean(key) !== key) : [];
      for (const { id, key } of unclean)
        await run(db, sql`update ${table} set ${sql.identifier(keyed.column)} = ${keyed.clean(key)} where id = ${id}`);
      const unmarked = same.slice(1).filter(({ key_clash }) => Number(key_clash) === 0);
      for (const { id } of unmarked) await run(db, sql`update ${table} set key_clash = id where id = ${id}`);
    }
  }
  return clashes;
}
