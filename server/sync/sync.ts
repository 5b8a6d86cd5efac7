import { setImmediate } from 'node:timers/promises';
import type { Halt, Result, SyncAnswer, SyncRequest } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { acknowledge } from './acknowledge.ts';
import { type ClientState, readClientState } from './client-state.ts';
import { admitDevice } from './device.ts';
import { compareMark, judgeEpoch, raiseMark, renewAfter } from './epoch.ts';
import { type Pulled, pull } from './pull.ts';
import { Halted, takeNext } from './push.ts';

/**
 * One exchange with a tablet: the server carries out the tablet's mutations in sequence, then sends the changes that the tablet does not have yet.
 */
export async function sync(ctx: Ctx, request: SyncRequest): Promise<SyncAnswer> {
  const { services } = ctx;
  const { device, push } = request;
  await admitDevice(ctx, request);
  await compareMark(services);
  const pushAnswer = push.length ? await takePush(ctx, request) : emptyPush;
  if (pushAnswer.halt?.why === 'auth') return { ...nothing(ctx, 'auth'), results: pushAnswer.results };
  if (pushAnswer.results.length) services.changed(device);

  const pullAnswer = await takePull(ctx, request, push.length > 0);
  if (!pullAnswer) return nothing(ctx, 'auth');
  raiseMark(services, pullAnswer.cursor);
  const last = push[pushAnswer.results.length - 1];
  const s = last && pullAnswer.lm[last.c];
  const ack = last && s ? acknowledge(services.settings, device, pullAnswer.cursor.epoch, { c: last.c, s }) : undefined;
  return { ...pushAnswer, ...pullAnswer, ...(ack && { ack }), now: ctx.now };
}

interface PushResult {
  results: Result[];
  halt: Halt | null;
}
const emptyPush: PushResult = { results: [], halt: null };

async function takePush(ctx: Ctx, request: SyncRequest): Promise<PushResult> {
  const state = await readClientState(ctx.db, request);
  if (state.is_foreign) return { results: [], halt: { why: 'auth' } };
  const verdict = judgeEpoch(ctx.services.settings, state, request);
  if (verdict === 'restored') await renewAfter(ctx, state, request);
  return verdict === 'same' ? takeAll(ctx, request) : { results: [], halt: { why: 'retry' } };
}

/**
 * Reads the changes that a tablet does not have yet and the state of its clients in one snapshot. Null if one of the clients is another tablet's.
 * `isJudged`: the caller has already judged the request's epoch, for example before it carried out the request's mutations.
 */
async function takePull(ctx: Ctx, request: SyncRequest, isJudged: boolean): Promise<Pulled | null> {
  const { database, settings } = ctx.services;
  const outcome = await database.snapshot(async (db): Promise<Pulled | ClientState> => {
    const state = await readClientState(db, request);
    if (state.is_foreign || (!isJudged && judgeEpoch(settings, state, request) === 'restored')) return state;
    const { cursor, asks_last_m = false } = request.pull;
    return pull(db, { device: request.device, cursor, state, settings, asks_last_m, now: ctx.now });
  });
  if ('patch' in outcome) return outcome;
  if (outcome.is_foreign) return null;
  await renewAfter(ctx, outcome, request);
  return takePull(ctx, request, true);
}

async function takeAll(ctx: Ctx, { device, push }: SyncRequest): Promise<PushResult> {
  const results: Result[] = [];
  for (;;) {
    const [next, ...rest] = push.slice(results.length);
    if (!next) return { results, halt: null };
    try {
      results.push(...(await takeNext(ctx, device, [next, ...rest])));
    } catch (error) {
      if (error instanceof Halted) return { results, halt: error.halt };
      throw error;
    }
    // Lets other requests run between the transactions of a long batch.
    await setImmediate();
  }
}

/** An answer to a tablet that contains only the reason for the halt (`why`). */
export const nothing = ({ now }: Pick<Ctx, 'now'>, why: Halt['why']): SyncAnswer => ({
  results: [],
  halt: { why },
  cursor: null,
  full: false,
  more: false,
  patch: {},
  lm: {},
  outcomes: [],
  now,
});
