import { type ArgsOf, type MutationName, mutationArgs } from '../../shared/sync/mutations.ts';
import { isOver, isPickedTwice, outcomeOfRefusal, refuseWith } from '../../shared/sync/outcomes.ts';
import type { Ctx } from '../core/context.ts';
import { fieldErrors } from '../core/field-errors.ts';
import { Problem } from '../core/problem.ts';
import { savepoint } from '../db/db.ts';
import { isConstraintFault, isValueFault } from '../db/faults.ts';
import { refusedRoot } from './bases.ts';
import { type MutationMeta, type MutationResult, Refusal } from './mutation-handler.ts';
import { mutationHandlers } from './mutation-handlers.ts';
import { openRefusals } from './open-refusals.ts';
import { orderOfMutation } from './order-of-mutation.ts';

/** Apply a mutation and return its outcome. A refusal that the handler throws undoes the handler's changes. */
export async function applyMutation(ctx: Ctx, n: MutationName, a: unknown, meta: MutationMeta): Promise<MutationResult> {
  const args = mutationArgs[n].safeParse(a);
  if (!args.success) return { ...refuseWith('INVALID'), server: { errors: fieldErrors(args.error.issues) } };
  const order_id = await orderOfMutation(ctx.db, n, args.data as ArgsOf<typeof n>);
  const result = await handle(ctx, n, args.data as ArgsOf<typeof n>, meta);
  return { order_id, ...result, root_m: result.root_m ?? (await findRoot(ctx, meta, result, order_id)) };
}

async function handle<N extends MutationName>(ctx: Ctx, n: N, a: ArgsOf<N>, meta: MutationMeta): Promise<MutationResult> {
  try {
    return await savepoint(ctx.db, () => mutationHandlers[n](ctx, a, meta, applyMutation));
  } catch (error) {
    if (error instanceof Refusal) return error.result;
    if (error instanceof Problem) return outcomeOfProblem(error);
    if (isConstraintFault(error) || isValueFault(error)) return refuseWith('INVALID');
    throw error;
  }
}

function outcomeOfProblem({ status, body, refusal }: Problem): MutationResult {
  const server = {
    message: refusal?.message ?? body.message,
    ...(body.errors && { errors: body.errors }),
    ...(body.current !== undefined && { current: body.current }),
  };
  if (refusal) return { ...outcomeOfRefusal(refusal), server };
  if (status === 409) return { ...outcomeOfRefusal({ code: body.code ?? '' }), server };
  return { ...refuseWith(status === 403 ? 'NOT_ALLOWED' : 'INVALID'), server };
}

/**
 * A refusal with one of these codes follows from any earlier refusal of the same order, and people resolve both together. Two other kinds follow only
 * from an earlier refusal of their own kind: refusals because the pick is closed, and refusals because the order was picked twice.
 */
const followingCodes = new Set(['NOT_PICKER', 'NOT_PICKING', 'NOT_READY', 'DIGEST']);

async function findRoot({ db }: Ctx, { m, device, base }: MutationMeta, { code }: MutationResult, order_id: number | null): Promise<string | null> {
  if (code === 'AFTER') return refusedRoot(db, device, base);
  const isOfClosedPick = isOver(code);
  const isFollowing = followingCodes.has(code ?? '');
  if (order_id === null || !(isOfClosedPick || isFollowing || isPickedTwice(code))) return null;
  const roots = (await openRefusals(db, { device, order_id })).filter((refusal) => refusal.root_m === null && refusal.m !== m);
  if (isOfClosedPick) return roots.find((root) => isOver(root.code))?.m ?? null;
  return roots.find((root) => isFollowing || isPickedTwice(root.code))?.m ?? null;
}
