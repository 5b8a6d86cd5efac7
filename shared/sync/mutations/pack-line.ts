import { z } from 'zod';
import { checkPackLine } from '../../prep/pack-line.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, id } from '../pick-mutation.ts';

export const packLineArgs = z.object({ pick_id: id, pick_line_id: id, qty_packed: z.int().nonnegative() });

/** `prep.pack_line` sets how many items of a line are in the wearer's bag. `qty_packed` is the total, not an increase. */
export const packLine: Mutation<z.infer<typeof packLineArgs>> = {
  version: 1,
  check: (rows, { pick_id, pick_line_id, qty_packed }) =>
    checkPickHere(rows, pick_id, (pick) => checkPackLine(pick, rows.pick_line.get(pick_line_id) ?? { qty_picked: 0 }, qty_packed)),
  apply: (overlay, { pick_id, pick_line_id, qty_packed }) => {
    overlay.touch('pick_line', pick_line_id);
    overlay.changePick(pick_id, () => ({}));
    const line = overlay.read('pick_line').get(pick_line_id);
    if (line) overlay.put('pick_line', line.id, { ...line, qty_packed });
  },
  describe: (names, { pick_id, pick_line_id, qty_packed }) => {
    const line = names.line(pick_line_id);
    const of = line?.qty_picked == null ? '' : ` of ${line.qty_picked}`;
    return { text: `Packed ${qty_packed}${of} × ${line?.garment ?? 'a line'}`, order_number: names.orderOfPick(pick_id) };
  },
  title: 'Packed a bag',
};
