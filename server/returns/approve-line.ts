import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkApproveLine, type LineSplit, type ReturnLineDecision, splitLine, usualOutcome } from '../../shared/returns/approve-line.ts';
import { checkUndecided } from '../../shared/returns/decide-return.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { returnLines } from '../db/tables/index.ts';
import { type FoundReturn, findReturn } from './find-return.ts';
import { type ReturnLineView, returnView } from './return-queries.ts';
import { sizeChoices } from './size-choices-queries.ts';

type HeldLine = FoundReturn['lines'][number];

/**
 * A line after a decision. A decision without an outcome keeps the line's outcome. If the exchange is on order already, the decision is only about
 * the returned items.
 */
function applyDecision(
  line: LineSplit & Pick<HeldLine, 'decoration' | 'reason' | 'is_exchange_ordered'>,
  { qty_approved, outcome, exchange_product_id, came_back, ...parts }: ReturnLineDecision,
): LineSplit {
  const qty_written_off = parts.qty_written_off ?? null;
  const qty_exchanged = parts.qty_exchanged ?? null;
  const split = (after: LineSplit): LineSplit => splitLine(qty_approved, after);
  if (line.is_exchange_ordered) {
    const fate = outcome === 'exchange' ? came_back : outcome;
    return split({
      outcome: fate ?? line.outcome ?? usualOutcome(line),
      exchange_product_id: line.exchange_product_id,
      qty_written_off,
      qty_exchanged: null,
    });
  }
  if (outcome === undefined) return split({ ...line, qty_written_off: parts.qty_written_off ?? line.qty_written_off });
  if (outcome !== 'exchange') return split({ outcome, exchange_product_id: null, qty_written_off, qty_exchanged: null });
  return split({ outcome: came_back ?? usualOutcome(line), exchange_product_id: exchange_product_id ?? null, qty_written_off, qty_exchanged });
}

const splitOf = ({ outcome, exchange_product_id, qty_written_off, qty_exchanged }: LineSplit): LineSplit => ({
  outcome,
  exchange_product_id,
  qty_written_off,
  qty_exchanged,
});

/** Whether this decision is already stored on a line. */
export function isDecidedSo(line: HeldLine, decision: ReturnLineDecision): boolean {
  const after = applyDecision(line, decision);
  return (
    line.qty_approved === decision.qty_approved &&
    line.outcome === after.outcome &&
    line.exchange_product_id === after.exchange_product_id &&
    line.qty_written_off === after.qty_written_off &&
    line.qty_exchanged === after.qty_exchanged
  );
}

/** Store the decision on a line of a locked return. `field` is the path of the decision in the request; an error names its field after this path. */
export async function decideLine(ctx: Ctx, return_id: number, line: HeldLine, decision: ReturnLineDecision, field = ''): Promise<void> {
  const sizes =
    decision.outcome === 'exchange' && !line.is_exchange_ordered ? ((await sizeChoices(ctx, [line.product_id])).get(line.product_id) ?? []) : [];
  const verdict = checkApproveLine(line, decision, new Set(sizes.map((size) => size.id)));
  enforce(verdict.ok || verdict.field === undefined ? verdict : { ...verdict, field: field + verdict.field });
  const { qty_approved } = decision;
  const before = { qty_approved: line.qty_approved, ...splitOf(line) };
  const after = { qty_approved, ...applyDecision(line, decision) };
  await ctx.db.update(returnLines).set(after).where(eq(returnLines.id, line.id));
  await audit(ctx, 'return.line_approved', { type: 'return', id: return_id }, { line_id: line.id, ...before }, { line_id: line.id, ...after });
}

/** Store a line's outcome and how many of its items are approved. Nothing moves until the return is finalised. */
export async function approveLine(ctx: Ctx, id: number, line_id: number, decision: ReturnLineDecision): Promise<ReturnLineView> {
  authorize(policy.decide_returns(ctx.actor));
  const { lines, ...current } = await findReturn(ctx, id);
  const line = requireFound(lines.find((one) => one.id === line_id));
  enforce(checkUndecided(current));
  await decideLine(ctx, id, line, decision);
  return requireFound((await returnView(ctx, id)).lines.find((one) => one.id === line_id));
}
