import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../../server/core/context.ts';
import { pagedDocument } from '../../server/exports/list-document.ts';

const about = { path: '/admin/things/export', summary: 'Things', area: 'things', file: 'things', query: z.object({}) };
const actor = { role: 'super' } as Ctx['actor'];

/** Reads a list of the ids that `items` returns, page by page to the end. Each row of the result is an id as text. */
async function rowsOf(items: () => number[], { isById }: { isById?: true } = {}): Promise<string[]> {
  const list = pagedDocument({
    ...about,
    ...(isById && { isById }),
    read: async (_ctx, given) => {
      const { page, per_page, before, total } = given as unknown as { page: number; per_page: number; before?: number; total?: number };
      const all = items().filter((id) => before === undefined || id < before);
      const count = total ?? all.length;
      const part = all.slice((page - 1) * per_page, page * per_page).map((id) => ({ id }));
      return { items: part, total: count, current_page: page, per_page, last_page: Math.max(1, Math.ceil(count / per_page)) };
    },
    columns: [
      ['id', ({ id }) => id],
      ['hidden', () => 'secret', ({ role }) => role === 'warehouse'],
    ],
  });
  const { columns, batches } = await list.open({ actor } as Ctx, {}, 0);
  expect(columns).toEqual(['id']);
  const rows: string[] = [];
  for await (const batch of batches) rows.push(...batch.map((cells) => cells.join()));
  return rows;
}

const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test.each([0, 1, 199, 200, 201, 400, 450])('a list of %i rows is read completely, by pages and by id', async (length) => {
  const items = down(length, 1);
  expect(await rowsOf(() => items)).toEqual(items.map(String));
  expect(await rowsOf(() => items, { isById: true })).toEqual(items.map(String));
});

test('a row that moves to the next page while the list is read is not repeated', async () => {
  let newest = 450;
  // Before each page is read, one more row is added at the top.
  const rows = await rowsOf(() => down(newest++, 1));
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.slice(0, 3)).toEqual(['450', '449', '448']);
});

test('a list that is read by id has each row once, even if rows are added at the top', async () => {
  let newest = 450;
  expect(await rowsOf(() => down(newest++, 1), { isById: true })).toEqual(down(450, 1).map(String));
});
