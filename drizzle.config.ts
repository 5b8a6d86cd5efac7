import { defineConfig } from 'drizzle-kit';

// Which engine's migrations are generated follows DATABASE_URL, as everywhere else.
const postgres = process.env.DATABASE_URL?.startsWith('postgres') ?? false;

export default defineConfig({
  dialect: postgres ? 'postgresql' : 'sqlite',
  schema: './server/db/tables/index.ts',
  out: postgres ? './server/db/migrations/postgres' : './server/db/migrations/sqlite',
});
