import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkApproval, checkUndecided, type ReturnLineDecision } from '../../shared/returns/decide-return.ts';
import { all } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { returnLines } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce, found } from '../http/problem.ts';
import { findReturn } from './find-return.ts';
import { type ReturnLineView, returnView } from './return-queries.ts';

/** Note how many pieces of a line are taken back and what becomes of them; nothing moves until the return is finalised. */
export async function approveLine(ctx: Ctx, id: number, line_id: number, decision: ReturnLineDecision): Promise<ReturnLineView> {
  authorize(policy.decide_returns(ctx.actor));
  const { lines, ...held } = await findReturn(ctx, id);
  const line = found(lines.find((one) => one.id === line_id));
  enforce(all(checkUndecided(held), checkApproval(line, decision)));
  const { qty_approved, outcome = line.outcome } = decision;
  await ctx.db.update(returnLines).set({ qty_approved, outcome }).where(eq(returnLines.id, line_id));
  const before = { line_id, qty_approved: line.qty_approved, outcome: line.outcome };
  await audit(ctx, 'return.line_approved', { type: 'return', id }, before, { line_id, qty_approved, outcome });
  return found((await returnView(ctx, id)).lines.find((one) => one.id === line_id));
}
