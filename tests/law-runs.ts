/**
 * How many random examples a law of one action after the other is tried on. A statement costs PostgreSQL five times as much as SQLite, and the rules are
 * the same code: there it gets a third. `LAWS` in the environment multiplies both.
 */
export const lawRuns = (count: number): number =>
  Math.ceil((count * Number(process.env.LAWS ?? 1)) / (process.env.DATABASE_URL?.startsWith('postgres') ? 3 : 1));
