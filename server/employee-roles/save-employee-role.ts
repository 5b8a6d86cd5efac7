import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { budgetFaults, noBudget, storedBudget } from '../../shared/employee-roles/budget-rules.ts';
import type { EmployeeRoleChange, EmployeeRoleWithUse, NewEmployeeRole } from '../../shared/employee-roles/employee-role.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange, lockRows } from '../db/lock.ts';
import { accounts, employeeRoles } from '../db/tables/index.ts';
import { employeeRoleOf, findEmployeeRole, isRoleOf, requireAccount } from './employee-role-queries.ts';

/** Add an employee role to a client company. */
export async function createEmployeeRole(ctx: Ctx, account_id: number, input: NewEmployeeRole): Promise<EmployeeRoleWithUse> {
  authorize(policy.edit_employee_roles(ctx.actor));
  await requireAccount(ctx, account_id);
  await lockNames(ctx, account_id);
  const fields = { ...noBudget, ...input };
  refuse({ ...(await nameFault(ctx, account_id, input.name)), ...budgetFaults(fields) });
  const values = { ...fields, ...storedBudget(fields), account_id };
  const [role] = await ctx.db
    .insert(employeeRoles)
    .values({ ...values, created_at: ctx.now })
    .returning({ id: employeeRoles.id });
  const { id } = requireFound(role);
  await audit(ctx, 'employee_role.created', { type: 'employee_role', id }, null, values);
  return employeeRoleOf(ctx, account_id, id);
}

/**
 * Change an employee role. If it has no budget, its budget fields are cleared; the audit event has the old values. Submitted orders keep what they
 * have charged; drafts are checked against the new budget when they are submitted.
 */
export async function changeEmployeeRole(ctx: Ctx, account_id: number, id: number, change: EmployeeRoleChange): Promise<EmployeeRoleWithUse> {
  authorize(policy.edit_employee_roles(ctx.actor));
  if (change.name !== undefined) await lockNames(ctx, account_id);
  await lockRows(ctx.db.select({ id: employeeRoles.id }).from(employeeRoles).where(isRoleOf(account_id, id)));
  const before = await findEmployeeRole(ctx, account_id, id);
  const { version, ...sent } = change;
  await enforceVersion(ctx, version, before, () => employeeRoleOf(ctx, account_id, id));
  const fields = { ...before, ...sent };
  const isRenamed = fields.name !== before.name;
  refuse({ ...(isRenamed && (await nameFault(ctx, account_id, fields.name, id))), ...budgetFaults(fields, before) });
  await ctx.db
    .update(employeeRoles)
    .set({ ...sent, ...storedBudget(fields), version: sql`${employeeRoles.version} + 1` })
    .where(eq(employeeRoles.id, id));
  await audit(ctx, 'employee_role.changed', { type: 'employee_role', id }, before, await findEmployeeRole(ctx, account_id, id));
  return employeeRoleOf(ctx, account_id, id);
}

/** Lock a company, so that requests that name its roles run one after the other. */
const lockNames = async ({ db }: Ctx, account_id: number): Promise<unknown> =>
  lockForChange(db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)));

/** An error on `name` if another role of the company has the name, ignoring case; otherwise empty. Forms and files identify roles by name. */
async function nameFault({ db }: Ctx, account_id: number, name: string, id = 0): Promise<Record<string, string>> {
  const isSame = eq(keyColumn(employeeRoles.name), foldedKey(name));
  const others = and(eq(employeeRoles.account_id, account_id), ne(employeeRoles.id, id), isNull(employeeRoles.deleted_at), isSame);
  return (await db.$count(employeeRoles, others)) ? { name: messages.role_name_taken } : {};
}

function refuse(faults: Record<string, string>): void {
  if (Object.keys(faults).length) throw invalid(faults);
}
