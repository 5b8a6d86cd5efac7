import type { z } from 'zod';
import type { FloorActor } from '../picking/pick-facts.ts';
import type { Verdict } from '../verdict.ts';
import type { SyncRows } from './floor.ts';
import type { Mutation } from './mutation.ts';
import { assignTote, assignToteArgs } from './mutations/assign-tote.ts';
import { completePick } from './mutations/complete-pick.ts';
import { completePrep } from './mutations/complete-prep.ts';
import { countStock, countStockArgs } from './mutations/count-stock.ts';
import { editDispatch, editDispatchArgs } from './mutations/edit-dispatch.ts';
import { handoverPick } from './mutations/handover-pick.ts';
import { leaveCluster } from './mutations/leave-cluster.ts';
import { packLine, packLineArgs } from './mutations/pack-line.ts';
import { pausePick } from './mutations/pause-pick.ts';
import { putAway, putAwayArgs } from './mutations/put-away.ts';
import { receiveCollectionLine, receiveCollectionLineArgs } from './mutations/receive-collection-line.ts';
import { recordPick, recordPickArgs } from './mutations/record-pick.ts';
import { requestCount, requestCountArgs } from './mutations/request-count.ts';
import { requestDispatch, requestDispatchArgs } from './mutations/request-dispatch.ts';
import { requestPrint, requestPrintArgs } from './mutations/request-print.ts';
import { resolveOutcome, resolveOutcomeArgs } from './mutations/resolve-outcome.ts';
import { resumePick } from './mutations/resume-pick.ts';
import { sendBackPick } from './mutations/send-back-pick.ts';
import { setAside, setAsideArgs } from './mutations/set-aside.ts';
import { setReceiptHeader, setReceiptHeaderArgs } from './mutations/set-receipt-header.ts';
import { setReceiptLine, setReceiptLineArgs } from './mutations/set-receipt-line.ts';
import { setTracking, setTrackingArgs } from './mutations/set-tracking.ts';
import { startPick, startPickArgs } from './mutations/start-pick.ts';
import { tickPrepLine, tickPrepLineArgs } from './mutations/tick-prep-line.ts';
import { completionArgs, pickArgs } from './pick-mutation.ts';

/** Name → the schema of the arguments. A tablet does not load the schemas, because its own code makes the arguments. */
export const mutationArgs = {
  'pick.start': startPickArgs,
  'pick.record_line': recordPickArgs,
  'pick.pause': pickArgs,
  'pick.resume': pickArgs,
  'pick.handover': pickArgs,
  'pick.complete': completionArgs,
  'pick.send_back': pickArgs,
  'pick.assign_tote': assignToteArgs,
  'pick.leave_cluster': pickArgs,
  'prep.tick_line': tickPrepLineArgs,
  'prep.pack_line': packLineArgs,
  'prep.complete': completionArgs,
  'dispatch.edit': editDispatchArgs,
  'dispatch.request': requestDispatchArgs,
  'dispatch.set_tracking': setTrackingArgs,
  'stock.request_count': requestCountArgs,
  'stock.count': countStockArgs,
  'receipt.set_line': setReceiptLineArgs,
  'receipt.set_header': setReceiptHeaderArgs,
  'receipt.set_aside': setAsideArgs,
  'collection.receive_line': receiveCollectionLineArgs,
  'bin.put_away': putAwayArgs,
  'print.request': requestPrintArgs,
  'outcome.resolve': resolveOutcomeArgs,
} as const;

export type MutationName = keyof typeof mutationArgs;
export type ArgsOf<N extends MutationName> = z.infer<(typeof mutationArgs)[N]>;

/** Name → everything else that tablet and server share about the mutation. The queues of tablets contain these names, so a name never changes. */
export const mutations: { [N in MutationName]: Mutation<ArgsOf<N>> } = {
  'pick.start': startPick,
  'pick.record_line': recordPick,
  'pick.pause': pausePick,
  'pick.resume': resumePick,
  'pick.handover': handoverPick,
  'pick.complete': completePick,
  'pick.send_back': sendBackPick,
  'pick.assign_tote': assignTote,
  'pick.leave_cluster': leaveCluster,
  'prep.tick_line': tickPrepLine,
  'prep.pack_line': packLine,
  'prep.complete': completePrep,
  'dispatch.edit': editDispatch,
  'dispatch.request': requestDispatch,
  'dispatch.set_tracking': setTracking,
  'stock.request_count': requestCount,
  'stock.count': countStock,
  'receipt.set_line': setReceiptLine,
  'receipt.set_header': setReceiptHeader,
  'receipt.set_aside': setAside,
  'collection.receive_line': receiveCollectionLine,
  'bin.put_away': putAway,
  'print.request': requestPrint,
  'outcome.resolve': resolveOutcome,
};

export const mutationNames = Object.keys(mutations) as MutationName[];

/** True for a name that this version knows; an unknown name means that an update is needed, not that something is wrong. */
export const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutations, name);

/** Whether a mutation is possible according to the rows that the screens of this tablet show. */
export const checkMutation = <N extends MutationName>(rows: SyncRows, n: N, a: ArgsOf<N>, actor: FloorActor): Verdict =>
  mutations[n].check(rows, a, actor);
