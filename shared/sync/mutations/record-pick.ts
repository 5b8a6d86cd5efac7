import { z } from 'zod';
import { messages } from '../../messages.ts';
import { holdersAfter } from '../../picking/line-holders.ts';
import { checkPick, checkRecording, pickedFacts } from '../../picking/record-pick.ts';
import { keyText } from '../../text.ts';
import { all, refuse } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, id, pickGone } from '../pick-mutation.ts';

/** The quantity picked is absolute, never an increment. */
export const recordPickArgs = z.object({
  pick_id: id,
  pick_line_id: id,
  product_id: id,
  qty_picked: z.int().nonnegative().max(100_000),
  code: keyText(60).nullable(),
  other_reason: z.string().trim().max(500).nullable(),
});

/** `pick.record_line`: the quantity picked of a line, and the reason for a shortfall. */
export const recordPick: Mutation<z.infer<typeof recordPickArgs>> = {
  version: 1,
  check: (rows, args, actor) =>
    checkPickHere(rows, args.pick_id, (pick) => {
      const line = rows.pick_line.get(args.pick_line_id);
      if (!line) return pickGone();
      if (line.product_id !== args.product_id) return refuse('product_changed', messages.wrong_product);
      return all(checkRecording(pick, actor), checkPick(line, args, [...rows.error_code.values()]));
    }),
  apply: (overlay, args, { actor, at }) => {
    overlay.touch('pick_line', args.pick_line_id);
    overlay.changePick(args.pick_id, () => ({}));
    const line = overlay.read('pick_line').get(args.pick_line_id);
    if (!line || line.product_id !== args.product_id) return;
    const { holders: _, ...rest } = line;
    const holders = holdersAfter(line, { device: overlay.device, user_id: actor.id }, args.qty_picked);
    overlay.put('pick_line', line.id, {
      ...rest,
      ...pickedFacts(line, args),
      ...(holders.length > 0 && { holders }),
      picked_by: actor.id,
      picked_at: at,
    });
  },
  baseLines: (rows, { pick_line_id }) => {
    const line = rows.pick_line.get(pick_line_id);
    return line ? [line] : [];
  },
  describe: (names, args) => {
    const namedLine = names.line(args.pick_line_id);
    // The line may have another product by now: only the product that the mutation names was picked.
    const line = namedLine?.product_id === args.product_id ? namedLine : null;
    const of = line?.qty_allocated == null ? ' ×' : ` of ${line.qty_allocated}`;
    const why = args.code ? `, ${(names.reason(args.code) ?? args.code).toLowerCase()}` : '';
    return {
      text: `Picked ${args.qty_picked}${of} ${line?.garment ?? names.product(args.product_id) ?? 'a product'}${why}`,
      order_number: names.orderOfPick(args.pick_id),
    };
  },
  title: 'Picked a line',
};
