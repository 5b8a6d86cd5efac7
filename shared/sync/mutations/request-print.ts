import { z } from 'zod';
import { limits } from '../../limits.ts';
import { checkBagItems } from '../../prep/check-bag-items.ts';
import { allow } from '../../verdict.ts';
import { linesOf } from '../floor.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';
import { bagId } from '../rows.ts';

export const requestPrintArgs = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('bag_label'),
    pick_id: id,
    employee_id: id,
    count: z.int().positive().max(100),
    /** What lies in the bag, as the packer counted it. Lines that are left out are not in it. */
    items: z
      .array(z.object({ pick_line_id: id, qty: z.int().nonnegative() }))
      .max(limits.order_lines)
      .optional(),
    /** The accepted weight of the bag with its packaging, in grams. */
    weight_g: z.int().positive().max(limits.weight_g).optional(),
    /** What the bag was expected to weigh, in grams, if the packer confirmed a weight that differs. */
    expected_g: z.int().positive().max(limits.expected_weight_g).optional(),
  }),
  z.object({ what: z.literal('picking_list'), pick_id: id }),
  z.object({ what: z.literal('dispatch_labels'), dispatch_ids: z.array(id).min(1).max(limits.labelled_dispatches) }),
]);

/** `print.request`: a document was opened for printing, or waits on the tablet for a printer. */
export const requestPrint: Mutation<z.infer<typeof requestPrintArgs>> = {
  version: 1,
  check: (rows, args) => {
    if (args.what !== 'bag_label' || !args.items) return allow;
    const lines = linesOf(rows, args.pick_id).filter(({ employee_id }) => employee_id === args.employee_id);
    return checkBagItems(lines, args.items);
  },
  apply: (overlay, args, { at }) => {
    // A picking list changes no row.
    if (args.what === 'dispatch_labels') {
      for (const dispatch_id of args.dispatch_ids) {
        const dispatch = overlay.read('dispatch').get(dispatch_id);
        if (dispatch) overlay.put('dispatch', dispatch_id, { ...dispatch, labels_printed_at: at });
      }
    }
    if (args.what !== 'bag_label') return;
    const { pick_id, employee_id, items, weight_g = overlay.read('bag').get(bagId(pick_id, employee_id))?.weight_g } = args;
    const key = bagId(pick_id, employee_id);
    overlay.touch('bag', key);
    overlay.put('bag', key, { id: key, pick_id, employee_id, label_printed_at: at, ...(weight_g && { weight_g }) });
    // After the prep the bags are closed, and a proof moves no item.
    if (!items || overlay.pick(pick_id)?.state !== 'picked') return;
    const packed = new Map(items.map(({ pick_line_id, qty }) => [pick_line_id, qty]));
    for (const line of overlay.lines(pick_id))
      if (line.employee_id === employee_id) overlay.put('pick_line', line.id, { ...line, qty_packed: packed.get(line.id) ?? 0 });
  },
  describe: (names, args) => {
    if (args.what === 'bag_label')
      return { text: `Print the bag label for ${names.wearer(args.employee_id) ?? 'a wearer'}`, order_number: names.orderOfPick(args.pick_id) };
    if (args.what === 'picking_list') return { text: 'Print the picking list', order_number: names.orderOfPick(args.pick_id), is_of_order: true };
    const { length } = args.dispatch_ids;
    return { text: `Print the labels of ${length === 1 ? 'a dispatch' : `${length} dispatches`}`, order_number: null };
  },
  title: 'Asked for a print',
};
