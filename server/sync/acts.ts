import type { MutationName } from '../../shared/sync/mutations.ts';
import { edit, request, setTracking } from './act-on-dispatch.ts';
import { complete, finishPrep, handover, pause, resume, sendBack, start, tick, tote } from './act-on-pick.ts';
import { count, print, resolve } from './act-on-rest.ts';
import type { Act } from './mutation.ts';
import { recordLine } from './record-line.ts';

/** The act of each mutation: it calls the same command as the REST routes. */
export const acts: { [N in MutationName]: Act<N> } = {
  'pick.start': start,
  'pick.record_line': recordLine,
  'pick.pause': pause,
  'pick.resume': resume,
  'pick.handover': handover,
  'pick.complete': complete,
  'pick.send_back': sendBack,
  'pick.assign_tote': tote,
  'prep.tick_line': tick,
  'prep.complete': finishPrep,
  'dispatch.edit': edit,
  'dispatch.request': request,
  'dispatch.set_tracking': setTracking,
  'stock.request_count': count,
  'print.request': print,
  'outcome.resolve': resolve,
};
