import type { MutationName } from '../../shared/sync/mutations.ts';
import type { MutationHandler } from './mutation-handler.ts';
import { handleAssignTote } from './mutations/assign-tote.ts';
import { handleCompletePick } from './mutations/complete-pick.ts';
import { handleCompletePrep } from './mutations/complete-prep.ts';
import { handleCountStock } from './mutations/count-stock.ts';
import { handleEditDispatch } from './mutations/edit-dispatch.ts';
import { handleHandoverPick } from './mutations/handover-pick.ts';
import { handleLeaveCluster } from './mutations/leave-cluster.ts';
import { handlePackLine } from './mutations/pack-line.ts';
import { handlePausePick } from './mutations/pause-pick.ts';
import { handlePutAway } from './mutations/put-away.ts';
import { handleReceiveCollectionLine } from './mutations/receive-collection-line.ts';
import { handleRecordPick } from './mutations/record-pick.ts';
import { handleRequestCount } from './mutations/request-count.ts';
import { handleRequestDispatch } from './mutations/request-dispatch.ts';
import { handleRequestPrint } from './mutations/request-print.ts';
import { handleResolveOutcome } from './mutations/resolve-outcome.ts';
import { handleResumePick } from './mutations/resume-pick.ts';
import { handleSendBackPick } from './mutations/send-back-pick.ts';
import { handleSetAside } from './mutations/set-aside.ts';
import { handleSetReceiptHeader } from './mutations/set-receipt-header.ts';
import { handleSetReceiptLine } from './mutations/set-receipt-line.ts';
import { handleSetTracking } from './mutations/set-tracking.ts';
import { handleStartPick } from './mutations/start-pick.ts';
import { handleTickPrepLine } from './mutations/tick-prep-line.ts';

/** The handler of each mutation. */
export const mutationHandlers: { [N in MutationName]: MutationHandler<N> } = {
  'pick.start': handleStartPick,
  'pick.record_line': handleRecordPick,
  'pick.pause': handlePausePick,
  'pick.resume': handleResumePick,
  'pick.handover': handleHandoverPick,
  'pick.complete': handleCompletePick,
  'pick.send_back': handleSendBackPick,
  'pick.assign_tote': handleAssignTote,
  'pick.leave_cluster': handleLeaveCluster,
  'prep.tick_line': handleTickPrepLine,
  'prep.pack_line': handlePackLine,
  'prep.complete': handleCompletePrep,
  'dispatch.edit': handleEditDispatch,
  'dispatch.request': handleRequestDispatch,
  'dispatch.set_tracking': handleSetTracking,
  'stock.request_count': handleRequestCount,
  'stock.count': handleCountStock,
  'receipt.set_line': handleSetReceiptLine,
  'receipt.set_header': handleSetReceiptHeader,
  'receipt.set_aside': handleSetAside,
  'collection.receive_line': handleReceiveCollectionLine,
  'bin.put_away': handlePutAway,
  'print.request': handleRequestPrint,
  'outcome.resolve': handleResolveOutcome,
};
