import { policy } from '../../../shared/policy.ts';
import { applied } from '../../../shared/sync/outcomes.ts';
import { audit } from '../../audit/audit.ts';
import { authorize } from '../../core/problem.ts';
import { noteDispatchLabels } from '../../dispatch/note-dispatch-labels.ts';
import { findPick } from '../../picking/find-pick.ts';
import { noteBagLabel } from '../../prep/note-bag-label.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `print.request`: the print job is recorded. The document itself is fetched from the routes of documents. */
export const handleRequestPrint: MutationHandler<'print.request'> = async (ctx, a) => {
  authorize(policy.use_floor(ctx.actor));
  if (a.what === 'bag_label') await noteBagLabel(ctx, a);
  if (a.what === 'dispatch_labels') await noteDispatchLabels(ctx, a.dispatch_ids);
  if (a.what === 'picking_list') await findPick(ctx, a.pick_id);
  await audit(ctx, 'print.requested', { type: 'pick', id: 'pick_id' in a ? a.pick_id : null }, null, a);
  return applied;
};
