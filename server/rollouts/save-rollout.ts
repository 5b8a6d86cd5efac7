import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { kitFaults, productsOfLine } from '../../shared/kits/kit.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { checkRolloutOpen, type Rollout, type RolloutChange, type RolloutInput, type RolloutLine } from '../../shared/rollouts/rollout.ts';
import { checkChangeRollout } from '../../shared/rollouts/save-rollout.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { employeeRoles, rolloutPeople, rollouts, users } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { kitOffers } from '../kits/kit-offers.ts';
import { kitsOfRoles } from '../kits/kit-queries.ts';
import { listedPeople } from '../people/people-filter.ts';
import { visibleEmployees } from '../people/scope.ts';
import { beginPreparing } from './prepare-people.ts';
import { authorizeRollouts, findRollout, isPast, rolloutOf } from './rollout-queries.ts';

/** The lines of a roll-out: the given ones, or those of the kits of all employee roles as they are now. */
async function linesOf(ctx: Ctx, account_id: number, kit: RolloutInput['kit']): Promise<RolloutLine[]> {
  if (kit === 'role') {
    const roles = await ctx.db
      .select({ id: employeeRoles.id })
      .from(employeeRoles)
      .where(and(eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at)))
      .orderBy(asc(employeeRoles.id));
    const kits = await kitsOfRoles(
      ctx,
      roles.map(({ id }) => id),
    );
    const lines = [...kits].flatMap(([employee_role_id, of]) => of.map((line) => ({ ...line, employee_role_id })));
    if (!lines.length) throw invalid({ kit: messages.rollouts.no_kits });
    if (lines.length > limits.rollout_lines) throw invalid({ kit: messages.rollouts.too_many_lines(limits.rollout_lines) });
    return lines;
  }
  const faults = kitFaults(kit.lines, await kitOffers(ctx, account_id, [...new Set(kit.lines.flatMap(productsOfLine))]));
  if (Object.keys(faults).length) throw invalid(Object.fromEntries(Object.entries(faults).map(([field, message]) => [`kit.${field}`, message])));
  return kit.lines.map((line) => ({ ...line, employee_role_id: null }));
}

/** The ids of the people whom a roll-out names. 422 on the field if somebody is unknown at the account, or nobody matches. */
async function peopleOf(ctx: Ctx, account_id: number, { ids, filter, employee_numbers }: RolloutInput['people']): Promise<number[]> {
  const { db, actor } = ctx;
  const isHere = and(eq(users.account_id, account_id), visibleEmployees(actor));
  const select = () => db.select({ id: users.id, employee_number: users.employee_number }).from(users);
  if (filter) {
    const rows = await select()
      .where(and(isHere, listedPeople(actor, { account_id }, { ...filter, archived: false })))
      .orderBy(asc(users.id))
      .limit(limits.rollout_people + 1);
    if (!rows.length) throw invalid({ 'people.filter': messages.rollouts.nobody });
    if (rows.length > limits.rollout_people) throw invalid({ 'people.filter': messages.too_many_match(limits.rollout_people) });
    return rows.map(({ id }) => id);
  }
  if (ids) {
    const found = new Set((await select().where(and(isHere, among(users.id, idList(ids))))).map(({ id }) => id));
    const unknown = ids.findIndex((id) => !found.has(id));
    if (unknown >= 0) throw invalid({ [`people.ids.${unknown}`]: messages.unknown_employee });
    return ids;
  }
  const numbers = [...new Set(employee_numbers ?? [])];
  const rows = await select().where(and(isHere, amongTexts(users.employee_number, textList(numbers))));
  const byNumber = new Map(rows.map(({ id, employee_number }) => [employee_number ?? '', id]));
  const unknown = numbers.filter((number) => !byNumber.has(number));
  if (unknown.length) throw invalid({ 'people.employee_numbers': messages.rollouts.unknown_numbers(unknown) });
  return numbers.map((number) => byNumber.get(number) ?? 0);
}

async function replacePeople(ctx: Ctx, rollout_id: number, user_ids: readonly number[]): Promise<void> {
  await ctx.db.delete(rolloutPeople).where(eq(rolloutPeople.rollout_id, rollout_id));
  await insertMany(
    ctx.db,
    rolloutPeople,
    user_ids.map((user_id) => ({ rollout_id, user_id, sizes: [] })),
  );
}

const enforceDeadline = (ctx: Ctx, deadline: string): void => {
  if (isPast(deadline, ctx.now)) throw invalid({ deadline: messages.rollouts.deadline_past });
};

/** Make the draft of a roll-out. Its people’s sizes on file are read at once, of many people in the background. */
export async function createRollout(ctx: Ctx, account_id: number, input: RolloutInput): Promise<Rollout> {
  await authorizeRollouts(ctx, account_id);
  enforceDeadline(ctx, input.deadline);
  const lines = await linesOf(ctx, account_id, input.kit);
  const user_ids = await peopleOf(ctx, account_id, input.people);
  const { name, deadline, order_per, client_po_reference, cost_code } = input;
  const [row] = await ctx.db
    .insert(rollouts)
    .values({
      account_id,
      name,
      deadline,
      order_per,
      client_po_reference,
      cost_code,
      is_role_kit: input.kit === 'role',
      lines,
      created_by: ctx.actor.id,
      created_at: ctx.now,
    })
    .returning({ id: rollouts.id });
  const { id } = requireFound(row);
  await replacePeople(ctx, id, user_ids);
  await beginPreparing(ctx, { id, lines });
  await audit(ctx, 'rollout.created', { type: 'rollout', id }, null, { account_id, name, deadline, order_per, people: user_ids.length });
  return rolloutOf(ctx, account_id, id);
}

/** Change a draft. Its kit is read again, and with it the sizes on file; its people stay unless others are named. */
export async function changeRollout(ctx: Ctx, account_id: number, id: number, input: RolloutChange): Promise<Rollout> {
  const before = await findRollout(ctx, account_id, id, { lock: true });
  enforce(checkChangeRollout(before));
  await enforceVersion(ctx, input.version, before, () => rolloutOf(ctx, account_id, id));
  enforceDeadline(ctx, input.deadline);
  const lines = await linesOf(ctx, account_id, input.kit);
  const { name, deadline, order_per, client_po_reference, cost_code } = input;
  await ctx.db
    .update(rollouts)
    .set({
      name,
      deadline,
      order_per,
      client_po_reference,
      cost_code,
      is_role_kit: input.kit === 'role',
      lines,
      version: sql`${rollouts.version} + 1`,
    })
    .where(eq(rollouts.id, id));
  if (input.people) await replacePeople(ctx, id, await peopleOf(ctx, account_id, input.people));
  else await ctx.db.update(rolloutPeople).set({ is_prepared: false }).where(eq(rolloutPeople.rollout_id, id));
  await beginPreparing(ctx, { id, lines });
  const after = { name, deadline, order_per };
  await audit(ctx, 'rollout.changed', { type: 'rollout', id }, { name: before.name, deadline: before.deadline, order_per: before.order_per }, after);
  return rolloutOf(ctx, account_id, id);
}

/** Close a roll-out: nobody is reminded any more, and the links end. A run that is under way goes on. */
export async function closeRollout(ctx: Ctx, account_id: number, id: number): Promise<Rollout> {
  const row = await findRollout(ctx, account_id, id, { lock: true });
  enforce(checkRolloutOpen(row));
  await ctx.db
    .update(rollouts)
    .set({ closed_at: ctx.now, version: sql`${rollouts.version} + 1` })
    .where(eq(rollouts.id, id));
  await ctx.db
    .update(rolloutPeople)
    .set({ mail_due: null })
    .where(and(eq(rolloutPeople.rollout_id, id), inArray(rolloutPeople.mail_due, ['ask', 'first', 'last'])));
  await audit(ctx, 'rollout.closed', { type: 'rollout', id }, null, { name: row.name });
  return rolloutOf(ctx, account_id, id);
}
