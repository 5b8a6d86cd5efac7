import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { columnsOf } from '../../server/db/columns-of.ts';
import { accounts, errorCodes } from '../../server/db/tables/index.ts';

test('a select reads the columns that the schema names, and the extra fields that are passed', () => {
  const used = sql<boolean>`1`.as('used');
  const account = { id: accounts.id };
  const schema = z.object({ id: z.int(), code: z.string(), used: z.boolean(), account: z.object({ id: z.int() }) });
  expect(columnsOf(errorCodes, schema, { used, account })).toEqual({ id: errorCodes.id, code: errorCodes.code, used, account });
});

test('a field without a column is a type error', () => {
  // @ts-expect-error: error codes have no column `reason`.
  columnsOf(errorCodes, z.object({ id: z.int(), reason: z.string() }));
  // @ts-expect-error: `reason` is not among the extra fields.
  columnsOf(errorCodes, z.object({ id: z.int(), reason: z.string() }), { id: errorCodes.id });
});
