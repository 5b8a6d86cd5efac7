/**
 * Returns the number of random examples for a law about sequences of actions. A statement takes PostgreSQL five times as long as SQLite, but the
 * rules are the same code, so PostgreSQL gets a third of the examples. `LAWS` in the environment multiplies the number on both engines.
 */
export const lawRuns = (count: number): number =>
  Math.ceil((count * Number(process.env.LAWS ?? 1)) / (process.env.DATABASE_URL?.startsWith('postgres') ? 3 : 1));
