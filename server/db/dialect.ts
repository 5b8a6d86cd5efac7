import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as pgCore from 'drizzle-orm/pg-core';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as sqliteCore from 'drizzle-orm/sqlite-core';

/** Whether this process runs on PostgreSQL; otherwise on SQLite. Decided once, before any table is defined. */
export const pg = /^postgres(ql)?:\/\//.test(process.env.DATABASE_URL ?? '');

// Both engines build the same tables. The SQLite types stand for both, so that each query is type-checked once.
export const table = (pg ? pgCore.pgTable : sqliteCore.sqliteTable) as typeof sqliteCore.sqliteTable;
export const index = (pg ? pgCore.index : sqliteCore.index) as typeof sqliteCore.index;
export const uniqueIndex = (pg ? pgCore.uniqueIndex : sqliteCore.uniqueIndex) as unknown as typeof sqliteCore.uniqueIndex;
export const check = (pg ? pgCore.check : sqliteCore.check) as unknown as typeof sqliteCore.check;
export const primaryKey = (pg ? pgCore.primaryKey : sqliteCore.primaryKey) as unknown as typeof sqliteCore.primaryKey;

/** Sorts a column of an index in descending order, so newest first, with empty values last. */
export const desc = (column: SQLiteColumn): SQLiteColumn =>
  pg ? ((column as unknown as pgCore.ExtraConfigColumn).desc().nullsLast() as unknown as SQLiteColumn) : column;

/** The calendar date in UTC of a time. In summer the date in the UK may be a day later, never earlier. */
export const utcDate = (time: SQLWrapper): SQL => (pg ? sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')` : sql`substr(${time}, 1, 10)`);

type Reference = Parameters<ReturnType<typeof sqliteCore.integer>['references']>[0];
type ReferenceActions = Parameters<ReturnType<typeof sqliteCore.integer>['references']>[1];

const pgTime = pgCore.customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

const pgSortKey = pgCore.customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const sqliteInteger = () => sqliteCore.integer();
const integer = () => (pg ? pgCore.integer() : sqliteInteger()) as ReturnType<typeof sqliteInteger>;
const bigInteger = () => (pg ? pgCore.bigint({ mode: 'number' }) : sqliteInteger()) as ReturnType<typeof sqliteInteger>;
// PostgreSQL stores a computed column; SQLite can add one to a table only if it computes it on each read.
const sqliteRounded = (tenths: string) => sqliteInteger().generatedAlwaysAs(sql.raw(`(("${tenths}" + 5) / 10)`), { mode: 'virtual' });
const rounded = (tenths: string) =>
  (pg ? bigInteger().generatedAlwaysAs(sql.raw(`(("${tenths}" + 5) / 10)`)) : sqliteRounded(tenths)) as ReturnType<typeof sqliteRounded>;
const sqliteText = () => sqliteCore.text();
const text = () => (pg ? pgCore.text() : sqliteText()) as ReturnType<typeof sqliteText>;
const time = () => (pg ? pgTime() : sqliteText()) as ReturnType<typeof sqliteText>;
const sortKey = () => (pg ? pgSortKey() : sqliteText()) as ReturnType<typeof sqliteText>;
const sqliteBoolean = () => sqliteCore.integer({ mode: 'boolean' });
const boolean = () => (pg ? pgCore.boolean() : sqliteBoolean()) as ReturnType<typeof sqliteBoolean>;
const sqliteReal = () => sqliteCore.real();
const real = () => (pg ? pgCore.doublePrecision() : sqliteReal()) as ReturnType<typeof sqliteReal>;
const sqliteJson = () => sqliteCore.text({ mode: 'json' });
const json = () => (pg ? pgCore.jsonb() : sqliteJson()) as ReturnType<typeof sqliteJson>;
const id = () =>
  (pg
    ? pgCore.bigint({ mode: 'number' }).generatedByDefaultAsIdentity().primaryKey()
    : sqliteCore.integer().primaryKey({ autoIncrement: true })) as ReturnType<ReturnType<typeof sqliteCore.integer>['primaryKey']>;

/** Column types of the domain; each becomes the right type on both engines. `maybe…` may be null. */
export const c = {
  id,
  /** A foreign key that must be set. */
  ref: (to: Reference, actions?: ReferenceActions) => bigInteger().references(to, actions).notNull(),
  maybeRef: (to: Reference, actions?: ReferenceActions) => bigInteger().references(to, actions),
  text: () => text().notNull(),
  maybeText: () => text(),
  /** A text that is compared byte by byte, so that both engines sort it alike. */
  sortKey: () => sortKey().notNull().default(''),
  /** Pence. */
  money: () => bigInteger().notNull(),
  maybeMoney: () => bigInteger(),
  /** A price of a supplier, in tenths of a penny. */
  maybeTenths: () => bigInteger(),
  /** The pence of a column of tenths, half up. The database computes them, so that both always agree. */
  penceOf: (tenths: string) => rounded(tenths),
  /** A quantity of items; 0 by default. */
  quantity: () => integer().notNull().default(0),
  count: () => integer().notNull(),
  maybeCount: () => integer(),
  /** A sync version or another counter that grows without bound. */
  big: () => bigInteger().notNull().default(0),
  real: () => real().notNull(),
  flag: () => boolean().notNull().default(false),
  /** ISO 8601 in UTC with milliseconds and `Z`. */
  time: () => time().notNull(),
  maybeTime: () => time(),
  /** YYYY-MM-DD. */
  date: () => text().notNull(),
  maybeDate: () => text(),
  json: <T>() => json().$type<T>().notNull(),
  maybeJson: <T>() => json().$type<T>(),
  /** Incremented by every change that a person makes; a request with an older version is refused as stale. */
  version: () => integer().notNull().default(1),
};
