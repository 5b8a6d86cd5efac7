import { setImmediate } from 'node:timers/promises';
import type { Halt, Result, SyncAnswer, SyncRequest } from '../../shared/sync/wire.ts';
import type { Ctx } from '../http/context.ts';
import { admitDevice, hasForeignClient } from './device.ts';
import { isOtherEpoch, raiseMark } from './epoch.ts';
import { pull } from './pull.ts';
import { Halted, takeMutation } from './push.ts';

/** One exchange with a tablet: its mutations are carried out in their order, then it gets what it has not seen. */
export async function sync(ctx: Ctx, request: SyncRequest): Promise<SyncAnswer> {
  const { services } = ctx;
  const { device, push } = request;
  await admitDevice(ctx, request);
  const clients = [...new Set([...Object.keys(request.pull.lm), ...push.map(({ c }) => c)])];
  if (await hasForeignClient(ctx.db, device, clients)) return nothing(ctx, 'auth');

  const { results, halt } = (await isOtherEpoch(services, request))
    ? { results: [], halt: push.length ? ({ why: 'retry' } as const) : null }
    : await takeAll(ctx, request);
  if (results.length) services.changed(device);
  if (halt?.why === 'auth') return { ...nothing(ctx, 'auth'), results };

  const { cursor } = request.pull;
  const pulled = await services.database.snapshot((db) => pull(db, { device, cursor, clients, settings: services.settings }));
  raiseMark(services, pulled.cursor);
  return { results, halt, ...pulled, now: ctx.now };
}

async function takeAll(ctx: Ctx, { device, push }: SyncRequest): Promise<{ results: Result[]; halt: Halt | null }> {
  const results: Result[] = [];
  for (const mutation of push) {
    try {
      results.push(await takeMutation(ctx, device, mutation));
    } catch (error) {
      if (error instanceof Halted) return { results, halt: error.halt };
      throw error;
    }
    // Others get their turn between two mutations of a long batch.
    await setImmediate();
  }
  return { results, halt: null };
}

/** An answer that carries nothing but the reason. */
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
