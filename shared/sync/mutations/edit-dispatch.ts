import { z } from 'zod';
import { address } from '../../address.ts';
import { codeText } from '../../code-text.ts';
import { contactEmail, totalItems, totalWeight } from '../../dispatch/box-input.ts';
import { changesLabels } from '../../dispatch/changes-labels.ts';
import { dispatchGone } from '../../dispatch/dispatch-gone.ts';
import { checkEditDispatch } from '../../dispatch/edit-dispatch.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';

/** Only the fields that are sent change. */
export const editDispatchArgs = z.object({
  dispatch_id: id,
  service_key: z.string().max(40).optional(),
  total_weight: totalWeight.optional(),
  total_items: totalItems.optional(),
  mark_as_shipped: z.boolean().optional(),
  delivery_address: address.optional(),
  contact_name: z.string().trim().max(120).nullish(),
  contact_email: contactEmail,
  contact_phone: codeText(64).nullish(),
});

/** `dispatch.edit`: changes the service, the boxes, the address or the contact of a dispatch. */
export const editDispatch: Mutation<z.infer<typeof editDispatchArgs>> = {
  version: 1,
  check: (rows, { dispatch_id }) => {
    const dispatch = rows.dispatch.get(dispatch_id);
    return dispatch ? checkEditDispatch(dispatch) : dispatchGone;
  },
  apply: (overlay, { dispatch_id, ...fields }) => {
    overlay.touch('dispatch', dispatch_id);
    const dispatch = overlay.read('dispatch').get(dispatch_id);
    if (!dispatch) return;
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    overlay.put('dispatch', dispatch_id, { ...dispatch, ...changes, ...(changesLabels(changes) && { labels_printed_at: null }) });
  },
  describe: (names, { dispatch_id }) => ({ text: `Changed dispatch ${names.dispatch(dispatch_id) ?? dispatch_id}`, order_number: null }),
  title: 'Changed a dispatch',
};
