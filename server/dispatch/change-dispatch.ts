import type { z } from 'zod';
import { editDispatchInput } from '../../shared/dispatch/edit-dispatch-input.ts';
import { setTrackingInput } from '../../shared/dispatch/set-tracking.ts';
import type { Ctx } from '../core/context.ts';
import { type DispatchRow, dispatchOf } from './dispatch-queries.ts';
import { editDispatch } from './edit-dispatch.ts';
import { setTracking } from './set-tracking.ts';

/** Changes to a dispatch, or the numbers with which it ships. A consignment number is accepted only with its tracking number. */
export const changeDispatchBody = editDispatchInput
  .extend(setTrackingInput.partial().shape)
  .superRefine(({ tracking_number, consignment_number }, { addIssue }) => {
    // The same message as for a tracking number that was left empty.
    if (consignment_number && tracking_number === undefined)
      addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, path: ['tracking_number'] });
  });

/** Change a dispatch, and ship it if its tracking number is given. Returns the dispatch as it is afterwards. */
export async function changeDispatch(ctx: Ctx, id: number, input: z.infer<typeof changeDispatchBody>): Promise<DispatchRow> {
  const { tracking_number, consignment_number, version, ...changes } = input;
  const hasChanges = Object.values(changes).some((value) => value !== undefined);
  if (hasChanges || tracking_number === undefined) await editDispatch(ctx, id, { version, ...changes });
  if (tracking_number !== undefined) await setTracking(ctx, id, { tracking_number, consignment_number });
  return dispatchOf(ctx, id);
}
