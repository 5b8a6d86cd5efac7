import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { RolesAndSetsInput } from '../../shared/people/roles-and-sets-input.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { clothingSets, employeeRoles, userClothingSets, userEmployeeRoles, users } from '../db/tables/index.ts';
import { type Employee, employee } from './employee-queries.ts';

/** What to add and what to remove so that the present list becomes the requested one. */
function difference(before: readonly { id: number }[], requestedIds: readonly number[]): { added: number[]; removed: number[] } {
  const currentIds = new Set(before.map(({ id }) => id));
  return {
    added: [...new Set(requestedIds)].filter((id) => !currentIds.has(id)),
    removed: [...currentIds].filter((id) => !requestedIds.includes(id)),
  };
}

/** Refuses the first of the ids that is not in the list, with its position as the field. */
function enforceThere(field: string, requestedIds: readonly number[], there: readonly { id: number }[], message: string): void {
  const existing = new Set(there.map(({ id }) => id));
  const place = requestedIds.findIndex((id) => !existing.has(id));
  if (place >= 0) throw invalid({ [`${field}.${place}`]: message });
}

/**
 * Set which employee roles a person holds and which clothing sets they may order from, each list as a whole; a list that is not sent
 * stays. 422 for what is not their company's.
 */
export async function changeRolesAndSets(ctx: Ctx, id: number, { version, ...body }: RolesAndSetsInput): Promise<Employee> {
  const visibleEmployee = await employee(ctx, id);
  authorize(policy.change_roles_and_sets_of(ctx.actor, { id }));
  await enforceVersion(ctx, version, visibleEmployee, () => visibleEmployee);
  const { db } = ctx;
  // The person's row is changed first: a concurrent change of the same person waits here, and what they hold is read after that.
  const versionIncrement = { version: sql`${users.version} + 1` };
  await db.update(users).set(versionIncrement).where(eq(users.id, id));
  const before = await employee(ctx, id);
  await enforceVersion(ctx, version, { version: before.version - 1 }, () => before);
  const account_id = before.account_id ?? 0;
  if (body.employee_roles) {
    const there = await db
      .select({ id: employeeRoles.id })
      .from(employeeRoles)
      .where(and(eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at), among(employeeRoles.id, idList(body.employee_roles))));
    enforceThere('employee_roles', body.employee_roles, there, messages.unknown_employee_role);
    const { added, removed } = difference(before.employee_roles, body.employee_roles);
    if (removed.length)
      await db.delete(userEmployeeRoles).where(and(eq(userEmployeeRoles.user_id, id), inArray(userEmployeeRoles.employee_role_id, removed)));
    if (added.length)
      await db
        .insert(userEmployeeRoles)
        .values(added.map((employee_role_id) => ({ user_id: id, employee_role_id })))
        .onConflictDoNothing();
    if (removed.length || added.length) await emit(ctx, 'employee.roles_changed', { employee_id: id });
  }
  if (body.clothing_sets) {
    const there = await db
      .select({ id: clothingSets.id })
      .from(clothingSets)
      .where(and(eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at), among(clothingSets.id, idList(body.clothing_sets))));
    enforceThere('clothing_sets', body.clothing_sets, there, messages.unknown_clothing_set);
    const { added, removed } = difference(before.clothing_sets, body.clothing_sets);
    if (removed.length)
      await db.delete(userClothingSets).where(and(eq(userClothingSets.user_id, id), inArray(userClothingSets.clothing_set_id, removed)));
    if (added.length)
      await db
        .insert(userClothingSets)
        .values(added.map((clothing_set_id) => ({ user_id: id, clothing_set_id })))
        .onConflictDoNothing();
  }
  const after = await employee(ctx, id);
  await audit(ctx, 'employee.roles_and_sets_changed', { type: 'user', id }, heldIds(before), heldIds(after));
  return after;
}

const heldIds = ({ employee_roles, clothing_sets }: Employee) => ({
  employee_roles: employee_roles.map(({ name }) => name),
  clothing_sets: clothing_sets.map(({ name }) => name),
});
