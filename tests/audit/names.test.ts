import { expect, test } from 'vitest';
import { pg } from '../../server/db/dialect.ts';
import { recorded, watchStatements } from '../bench/record-statements.ts';
import { clientStory } from '../ordering/story.ts';

watchStatements();

test.skipIf(pg)('the names of a page of the audit take as many statements for many rows as for few', async () => {
  const { as, submitted } = await clientStory();
  const office = await as('super');
  const read = async () => {
    const { result, statements } = await recorded(() => office.get('/api/admin/audit?per_page=100'));
    return { rows: result.body.items.length, statements: statements.length };
  };
  await submitted();
  await read();
  const few = await read();
  for (let n = 0; n < 6; n++) await submitted();
  const many = await read();
  expect(many.rows).toBeGreaterThan(few.rows + 10);
  expect(few.statements).toBeGreaterThan(3);
  expect(many.statements).toBe(few.statements);
});
