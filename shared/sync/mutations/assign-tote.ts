import { z } from 'zod';
import { codeText } from '../../code-text.ts';
import { checkOnFloor } from '../../picking/on-floor.ts';
import { checkTote, fullTotesAfter, MAX_FULL_TOTES, toteCode } from '../../purchasing/tote.ts';
import { all, allow, type Verdict } from '../../verdict.ts';
import { pickById } from '../floor.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, pickArgs } from '../pick-mutation.ts';
import { toteOwnerHere } from '../tote-owner.ts';

/**
 * If `tote` is null, the pick no longer has a tote. `full_totes` are all totes of the pick that are full, besides `tote`; without it they stay as they
 * are.
 */
export const assignToteArgs = pickArgs.extend({ tote: codeText(40).nullable(), full_totes: z.array(codeText(40)).max(MAX_FULL_TOTES).optional() });

/** `pick.assign_tote`: the garments of a pick are in this tote, which no other order may use. */
export const assignTote: Mutation<z.infer<typeof assignToteArgs>> = {
  version: 1,
  check: (rows, { pick_id, tote, full_totes = [] }) => {
    const order_number = pickById(rows, pick_id)?.order_number;
    const checkOwn = (one: string): Verdict =>
      order_number === undefined ? allow : checkTote(one, order_number, toteOwnerHere(rows, one, order_number));
    return all(checkPickHere(rows, pick_id, checkOnFloor), ...[...full_totes, ...(tote ? [tote] : [])].map(checkOwn));
  },
  apply: (overlay, { pick_id, tote, full_totes }) =>
    overlay.changePick(pick_id, (pick) => {
      const after = fullTotesAfter(pick.full_totes, full_totes);
      return { tote: tote && toteCode(tote), full_totes: after.length > 0 ? after : undefined };
    }),
  describe: (names, { pick_id, tote, full_totes }) => ({
    text: !tote ? 'Took the pick out of its tote' : full_totes?.length ? `Went on with the pick in tote ${tote}` : `Put the pick in tote ${tote}`,
    order_number: names.orderOfPick(pick_id),
  }),
  title: 'Assigned a tote',
};
