import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { compareNames } from '../../shared/folded.ts';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import { isDecorated, prepLeft } from '../../shared/prep/complete-prep.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { bagItems, bags } from '../db/tables/index.ts';
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
  label: z
    .object({
      printed_at: z.string().nullable(),
      weight_g: z.int().nullable().describe('The accepted weight with the packaging, in grams; null if the bag was not weighed'),
      items: z.array(z.object({ pick_line_id: z.int(), qty: z.int() })).describe('What the packer counted in the bag when its label was printed'),
    })
    .nullable()
    .describe('The label that closes the bag; null until it is printed'),
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

/** The printed labels of a pick's bags by wearer, each with what was counted in the bag. */
async function labelsOf({ db }: Ctx, pick_id: number): Promise<Map<number, Bag['label']>> {
  const { employee_id, label_printed_at, weight_g } = bags;
  const labels = await db.select({ employee_id, printed_at: label_printed_at, weight_g }).from(bags).where(eq(bags.pick_id, pick_id));
  const { pick_line_id, qty } = bagItems;
  const items = await db
    .select({ employee_id: bagItems.employee_id, pick_line_id, qty })
    .from(bagItems)
    .where(eq(bagItems.pick_id, pick_id))
    .orderBy(pick_line_id);
  const contents = groupBy(items, (item) => item.employee_id);
  return new Map(
    labels.map(({ employee_id: wearer, ...label }) => [
      wearer,
      { ...label, items: (contents.get(wearer) ?? []).map((item) => ({ pick_line_id: item.pick_line_id, qty: item.qty })) },
    ]),
  );
}

/** The contents of each wearer's bag. */
async function bagsOf(ctx: Ctx, pick_id: number): Promise<Bag[]> {
  const { lines } = await prepOrderOf(ctx, pick_id);
  const labels = await labelsOf(ctx, pick_id);
  const wearerBags = new Map<number, Bag>();
  for (const { is_decorated: _is_decorated, ...line } of lines) {
    const label = labels.get(line.employee.id) ?? null;
    const wearerBag = wearerBags.get(line.employee.id) ?? { employee: line.employee, qty_items: 0, lines: [], label };
    wearerBag.lines.push(line);
    wearerBag.qty_items += line.qty_picked;
    wearerBags.set(line.employee.id, wearerBag);
  }
  return [...wearerBags.values()].sort((a, b) => compareNames(a.employee.name, b.employee.name));
}
