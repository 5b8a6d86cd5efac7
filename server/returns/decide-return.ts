import { and, desc, eq, ne } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { usualOutcome } from '../../shared/returns/approve-line.ts';
import { checkUndecided, type DecideReturnInput, isAsSeen, type SeenDecision } from '../../shared/returns/decide-return.ts';
import { didLast } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, invalid } from '../core/problem.ts';
import { staleVersion } from '../core/stale-version.ts';
import { personName } from '../db/person-name.ts';
import { auditRows, users } from '../db/tables/index.ts';
import { decideLine, isDecidedSo } from './approve-line.ts';
import { finaliseReturn } from './finalise-return.ts';
import { type FoundReturn, findReturn } from './find-return.ts';
import { type ReturnView, returnView } from './return-queries.ts';

/** The name of the person who last decided about a return, not counting the caller. */
async function whoElse(ctx: Ctx, id: number): Promise<string | null> {
  const [last] = await ctx.db
    .select({ name: personName(users).as('name') })
    .from(auditRows)
    .innerJoin(users, eq(users.id, auditRows.who_id))
    .where(
      and(eq(auditRows.on_type, 'return'), eq(auditRows.on_id, id), eq(auditRows.what, 'return.line_approved'), ne(auditRows.who_id, ctx.actor.id)),
    )
    .orderBy(desc(auditRows.id))
    .limit(1);
  return last?.name ?? null;
}

/** Refuse a request if somebody else has meanwhile made a decision that the caller has not seen. The message names that person. */
async function enforceSeen(ctx: Ctx, id: number, current: readonly SeenDecision[], shownLines: readonly SeenDecision[]): Promise<void> {
  if (isAsSeen(current, shownLines)) return;
  throw staleVersion({ current: await returnView(ctx, id), by: await whoElse(ctx, id) });
}

/** Whether the caller was the last to finalise a return, with the same comments and the same decisions on the same lines. */
function isFinalised(
  ctx: Ctx,
  { id, lines: decided }: FoundReturn,
  { finalise, approver_comments, lines = [] }: DecideReturnInput,
): Promise<boolean> {
  const isSame = lines.every((decision) => decided.some((line) => line.id === decision.id && isDecidedSo(line, decision)));
  return didLast(
    ctx,
    ['return.finalised'],
    { type: 'return', id },
    (after) => finalise && isSame && 'approver_comments' in after && (after.approver_comments || null) === (approver_comments || null),
  );
}

/** Decide lines of a return; either all of these decisions are stored or none. With `finalise`, finalise the return too. */
export async function decideReturn(ctx: Ctx, id: number, { finalise, approver_comments, lines = [], seen }: DecideReturnInput): Promise<ReturnView> {
  authorize(policy.decide_returns(ctx.actor));
  const current = await findReturn(ctx, id, { with_stock: finalise });
  const undecided = checkUndecided(current);
  if (!undecided.ok) {
    const view = await returnView(ctx, id);
    if (await isFinalised(ctx, current, { finalise, approver_comments, lines })) return view;
    throw conflict('already_finalised', undecided.message, view);
  }
  if (seen) {
    const currentLines = current.lines.map((line) => ({ ...line, outcome: line.outcome ?? usualOutcome(line) }));
    await enforceSeen(ctx, id, currentLines, seen);
  }
  for (const [n, { id: line_id, ...decision }] of lines.entries()) {
    const line = current.lines.find((one) => one.id === line_id);
    if (!line) throw invalid({ [`lines.${n}.id`]: messages.unknown_return_line });
    await decideLine(ctx, id, line, decision, `lines.${n}.`);
  }
  return finalise ? finaliseReturn(ctx, id, approver_comments) : returnView(ctx, id);
}
