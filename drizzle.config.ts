import { defineConfig } from 'drizzle-kit';

// DATABASE_URL decides for which engine migrations are generated, as everywhere else.
const postgres = process.env.DATABASE_URL?.startsWith('postgres') ?? false;

export default defineConfig({
  dialect: postgres ? 'postgresql' : 'sqlite',
  schema: './server/db/tables/index.ts',
  out: postgres ? './server/db/migrations/postgres' : './server/db/migrations/sqlite',
});
