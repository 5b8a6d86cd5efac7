import type { z } from 'zod';
import type { Cell } from '../../shared/csv.ts';
import { limits } from '../../shared/limits.ts';
import { rolloutStatusWords } from '../../shared/rollouts/rollout.ts';
import type { Ctx } from '../core/context.ts';
import type { Batches } from '../http/csv.ts';
import { peopleOfRollout, readRollout, type rolloutPeopleQuery } from './rollout-queries.ts';

export const peopleColumns = ['employee_number', 'employee', 'site', 'status', 'product', 'size', 'quantity', 'order_number', 'reason'];

/** The people of a roll-out whom the filters show as rows of a document: one for each product, and one for somebody without any. */
export async function exportPeople(ctx: Ctx, account_id: number, id: number, query: z.infer<typeof rolloutPeopleQuery>): Promise<Batches> {
  await readRollout(ctx, account_id, id);
  return batchesOf(ctx, account_id, id, query);
}

async function* batchesOf(ctx: Ctx, account_id: number, id: number, query: z.infer<typeof rolloutPeopleQuery>): AsyncGenerator<Cell[][]> {
  const per_page = limits.page_cap;
  for (let page = 1, isLast = false; !isLast; page++) {
    const { items, last_page } = await peopleOfRollout(ctx, account_id, id, { ...query, page, per_page });
    yield items.flatMap(({ employee_number, name, site, status, lines, order, reason }) => {
      const person: Cell[] = [employee_number, name, site?.name ?? null, rolloutStatusWords[status]];
      const outcome: Cell[] = [order?.order_number ?? null, reason];
      if (!lines.length) return [[...person, null, null, null, ...outcome]];
      return lines.map((line): Cell[] => [...person, line.name, line.size, line.quantity, ...outcome]);
    });
    isLast = page >= last_page;
  }
}
