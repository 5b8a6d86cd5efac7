import type { z } from 'zod';
import { codeText } from '../../code-text.ts';
import { checkOnFloor } from '../../picking/on-floor.ts';
import { checkTote, toteCode } from '../../purchasing/tote.ts';
import { all, allow } from '../../verdict.ts';
import { pickById } from '../floor.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, pickArgs } from '../pick-mutation.ts';
import { toteOwnerHere } from '../tote-owner.ts';

/** If `tote` is null, the pick no longer has a tote. */
export const assignToteArgs = pickArgs.extend({ tote: codeText(40).nullable() });

/** `pick.assign_tote`: the garments of a pick are in this tote, which no other order may use. */
export const assignTote: Mutation<z.infer<typeof assignToteArgs>> = {
  version: 1,
  check: (rows, { pick_id, tote }) => {
    const order_number = pickById(rows, pick_id)?.order_number;
    const isOwn = tote && order_number !== undefined ? checkTote(tote, order_number, toteOwnerHere(rows, tote, order_number)) : allow;
    return all(checkPickHere(rows, pick_id, checkOnFloor), isOwn);
  },
  apply: (overlay, { pick_id, tote }) => overlay.changePick(pick_id, () => ({ tote: tote && toteCode(tote) })),
  describe: (names, { pick_id, tote }) => ({
    text: tote ? `Put the pick in tote ${tote}` : 'Took the pick out of its tote',
    order_number: names.orderOfPick(pick_id),
  }),
  title: 'Assigned a tote',
};
