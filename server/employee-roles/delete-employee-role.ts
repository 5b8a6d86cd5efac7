import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { allowances, employeeRoles, userEmployeeRoles, users } from '../db/tables/index.ts';
import { findEmployeeRole, isRoleOf } from './employee-role-queries.ts';

/**
 * Delete an employee role. Its people lose it, its allowances end, and their lines in drafts are charged to another of their roles. Past spending stays with the role,
 * whose row is kept.
 */
export async function deleteEmployeeRole(ctx: Ctx, account_id: number, id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.edit_employee_roles(ctx.actor));
  const { people_count, ...role } = await findEmployeeRole(ctx, account_id, id);
  // This update is the lock. A SELECT lock would also wait for orders that insert lines with this role, which in turn wait for this command.
  const [deleted] = await ctx.db
    .update(employeeRoles)
    .set({ deleted_at: ctx.now, version: sql`${employeeRoles.version} + 1` })
    .where(isRoleOf(account_id, id))
    .returning({ id: employeeRoles.id });
  requireFound(deleted);
  // The people are locked before their links, as in a change of one person's roles.
  const holders = ctx.db.select({ user_id: userEmployeeRoles.user_id }).from(userEmployeeRoles).where(eq(userEmployeeRoles.employee_role_id, id));
  await lockRows(ctx.db.select({ id: users.id }).from(users).where(inArray(users.id, holders)).orderBy(asc(users.id)));
  const unlinked = await ctx.db
    .delete(userEmployeeRoles)
    .where(eq(userEmployeeRoles.employee_role_id, id))
    .returning({ user_id: userEmployeeRoles.user_id });
  const employee_ids = unlinked.map(({ user_id }) => user_id).sort((a, b) => a - b);
  await ctx.db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(among(users.id, idList(employee_ids)));
  await ctx.db
    .update(allowances)
    .set({ ended_on: ukDate(ctx.now), version: sql`${allowances.version} + 1` })
    .where(and(eq(allowances.employee_role_id, id), isNull(allowances.ended_on)));
  await audit(ctx, 'employee_role.deleted', { type: 'employee_role', id }, { ...role, employees: employee_ids });
  await emit(ctx, 'employee.roles_changed', { employee_ids });
  return { id, deleted: true };
}
