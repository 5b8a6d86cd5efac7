import { z } from 'zod';
import { checkTickPrepLine } from '../../prep/tick-prep-line.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, id } from '../pick-mutation.ts';

export const tickPrepLineArgs = z.object({ pick_id: id, pick_line_id: id, ticked: z.boolean() });

/** `prep.tick_line`: a line is marked as decorated, or the mark is removed. */
export const tickPrepLine: Mutation<z.infer<typeof tickPrepLineArgs>> = {
  version: 1,
  check: (rows, { pick_id }) => checkPickHere(rows, pick_id, checkTickPrepLine),
  apply: (overlay, { pick_id, pick_line_id, ticked }, { at }) => {
    overlay.touch('pick_line', pick_line_id);
    overlay.changePick(pick_id, () => ({}));
    const line = overlay.read('pick_line').get(pick_line_id);
    if (line) overlay.put('pick_line', line.id, { ...line, prep_ticked_at: ticked ? at : null });
  },
  describe: (names, { pick_id, pick_line_id, ticked }) => {
    const line = names.line(pick_line_id);
    const qty = line?.qty_picked == null ? '' : `${line.qty_picked} × `;
    const what = `${line?.decoration ?? 'the decoration'} on ${line ? `${qty}${line.garment}` : 'a line'}`;
    return { text: ticked ? `Ticked ${what}` : `Took back the tick of ${what}`, order_number: names.orderOfPick(pick_id) };
  },
  title: 'Ticked a decoration',
};
