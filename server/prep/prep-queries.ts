import { z } from 'zod';
import { compareNames } from '../../shared/folded.ts';
import { policy } from '../../shared/policy.ts';
import { isDecorated, prepLeft } from '../../shared/prep/complete-prep.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { openPickOfOrder, type PickLine, type PickOrder, pickLine, pickOrder, pickOrderOf } from '../picking/pick-queries.ts';

export const prepOrder = pickOrder.extend({
  lines: z.array(pickLine.extend({ is_decorated: z.boolean() })).describe('What was picked'),
  lines_left: z.int().describe('Lines with a decoration that are not ticked off'),
});
export type PrepOrder = PickOrder & { lines: (PickLine & { is_decorated: boolean })[]; lines_left: number };

export const bag = z.object({
  employee: pickLine.shape.employee,
  qty_items: z.int(),
  lines: z.array(pickLine),
});
export type Bag = z.infer<typeof bag>;

/** The open pick of an order for the people who prep: the lines with their decoration, or the contents of each bag. */
export async function prepView(ctx: Ctx, uuid: string, with_bags: boolean): Promise<PrepOrder | { items: Bag[] }> {
  authorize(policy.prep(ctx.actor));
  const pick_id = await openPickOfOrder(ctx, uuid);
  return with_bags ? { items: await bagsOf(ctx, pick_id) } : prepOrderOf(ctx, pick_id);
}

/** A pick in prep: the picked items, and which of them are still to be decorated. */
export async function prepOrderOf(ctx: Ctx, pick_id: number): Promise<PrepOrder> {
  const pick = await pickOrderOf(ctx, pick_id);
  const lines = pick.lines.filter(({ qty_picked }) => qty_picked > 0).map((line) => ({ ...line, is_decorated: isDecorated(line) }));
  return { ...pick, lines, lines_left: prepLeft(lines) };
}

/** The contents of each wearer's bag. */
async function bagsOf(ctx: Ctx, pick_id: number): Promise<Bag[]> {
  const { lines } = await prepOrderOf(ctx, pick_id);
  const bags = new Map<number, Bag>();
  for (const { is_decorated: _is_decorated, ...line } of lines) {
    const wearerBag = bags.get(line.employee.id) ?? { employee: line.employee, qty_items: 0, lines: [] };
    wearerBag.lines.push(line);
    wearerBag.qty_items += line.qty_picked;
    bags.set(line.employee.id, wearerBag);
  }
  return [...bags.values()].sort((a, b) => compareNames(a.employee.name, b.employee.name));
}
