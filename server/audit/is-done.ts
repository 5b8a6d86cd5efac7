import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm';
import type { AuditEventName, AuditEvents, Subject } from '../../shared/audit/events.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import { auditRows, orderLines } from '../db/tables/index.ts';

type After<Name extends AuditEventName> = AuditEvents[Name]['after'];
type IsSame<Name extends AuditEventName> = (after: After<Name>) => boolean;

const onRecord = ({ type, id }: Subject) => and(eq(auditRows.on_type, type), eq(auditRows.on_id, id ?? 0));

/** Whether another request changed a line of the order after an audit row. */
async function areLinesChanged(ctx: Ctx, order_id: number, since: { id: number; request_id: string }): Promise<boolean> {
  const lines = ctx.db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.order_id, order_id));
  const [change] = await ctx.db
    .select({ id: auditRows.id })
    .from(auditRows)
    .where(
      and(
        eq(auditRows.on_type, 'order_line'),
        inArray(auditRows.on_id, lines),
        gt(auditRows.id, since.id),
        ne(auditRows.request_id, since.request_id),
      ),
    )
    .limit(1);
  return change !== undefined;
}

/**
 * Whether the caller made the last change of a locked record, and made it by one of `acts`. `isSame` compares the recorded values with those that the
 * caller sends.
 */
export async function didLast<Name extends AuditEventName>(
  ctx: Ctx,
  acts: readonly Name[],
  on: Subject<Name>,
  isSame: IsSame<Name> = () => true,
): Promise<boolean> {
  const [last] = await ctx.db.select().from(auditRows).where(onRecord(on)).orderBy(desc(auditRows.id)).limit(1);
  if (!last?.request_id) return false;
  const { id, request_id, who_id, impersonator_id, api_token_id } = last;
  const isCaller = who_id === ctx.actor.id && impersonator_id === ctx.actor.impersonator_id && api_token_id === (ctx.api_token?.id ?? null);
  if (!isCaller) return false;
  const [act] = await ctx.db
    .select({ after: auditRows.after })
    .from(auditRows)
    .where(and(onRecord(on), eq(auditRows.request_id, request_id), inArray(auditRows.what, [...acts])))
    .orderBy(desc(auditRows.id))
    .limit(1);
  if (!act || !isSame(act.after as After<Name>)) return false;
  return on.type !== 'order' || on.id === null || !(await areLinesChanged(ctx, on.id, { id, request_id }));
}

/**
 * Whether the caller has already done this to a locked record: the rule refuses the act because the caller did it, and nobody has changed the
 * record since. The command then does nothing and answers with the present state. Any other refusal is thrown.
 */
export async function isDone<Name extends AuditEventName>(
  ctx: Ctx,
  verdict: Verdict,
  acts: readonly Name[],
  on: Subject<Name>,
  isSame?: IsSame<Name>,
): Promise<boolean> {
  if (verdict.ok) return false;
  if (!(await didLast(ctx, acts, on, isSame))) enforce(verdict);
  return true;
}

/** The recorded values of the last act of this name on a record; undefined if it never happened. */
export async function lastAfter<Name extends AuditEventName>(
  { db }: Pick<Ctx, 'db'>,
  what: Name,
  on: Subject<Name>,
): Promise<After<Name> | undefined> {
  const [row] = await db
    .select({ after: auditRows.after })
    .from(auditRows)
    .where(and(onRecord(on), eq(auditRows.what, what)))
    .orderBy(desc(auditRows.id))
    .limit(1);
  return row?.after as After<Name> | undefined;
}
