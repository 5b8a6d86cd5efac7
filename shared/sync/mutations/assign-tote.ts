import { z } from 'zod';
import { checkOnFloor } from '../../picking/on-floor.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, pickArgs } from '../pick-mutation.ts';

/** Null takes the pick out of its tote. */
export const assignToteArgs = pickArgs.extend({ tote: z.string().trim().max(40).nullable() });

/** `pick.assign_tote`: the garments of a pick are in this tote. */
export const assignTote: Mutation<z.infer<typeof assignToteArgs>> = {
  version: 1,
  check: (rows, { pick_id }) => checkPickHere(rows, pick_id, checkOnFloor),
  apply: (overlay, { pick_id, tote }) => overlay.changePick(pick_id, () => ({ tote })),
  describe: (names, { pick_id, tote }) => ({
    text: tote ? `Put the pick in tote ${tote}` : 'Took the pick out of its tote',
    order_number: names.orderOfPick(pick_id),
  }),
  title: 'Assigned a tote',
};
