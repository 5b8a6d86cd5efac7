import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { employeeRoles, userEmployeeRoles } from '../db/tables/index.ts';

/** An employee role of a wearer. */
export interface HeldRole {
  id: number;
  is_budgeted: boolean;
}

const rolesOfWearer = prepared('roles_of_wearer', (db) =>
  db
    .select({ id: employeeRoles.id, is_budgeted: employeeRoles.is_budgeted })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(eq(userEmployeeRoles.user_id, sql.placeholder('employee_id')), isNull(employeeRoles.deleted_at)))
    .orderBy(asc(employeeRoles.id)),
);

/** The employee roles that a wearer has, oldest first. */
export const rolesOf = (ctx: Pick<Ctx, 'db'>, employee_id: number): Promise<HeldRole[]> => rolesOfWearer(ctx.db, { employee_id });

/** The employee roles of several wearers, by wearer, oldest first. */
export async function rolesByWearer(ctx: Pick<Ctx, 'db'>, employee_ids: readonly number[]): Promise<Map<number, HeldRole[]>> {
  const roles = await ctx.db
    .select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, is_budgeted: employeeRoles.is_budgeted })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(among(userEmployeeRoles.user_id, idList(employee_ids)), isNull(employeeRoles.deleted_at)))
    .orderBy(asc(employeeRoles.id));
  return groupBy(roles, ({ user_id }) => user_id);
}

/**
 * The role that a line is charged to: the role with `roleId` if it is passed, else the first role with a budget, else the first role. Undefined if
 * the wearer does not have the role with `roleId`, null if the wearer has no role.
 */
export function chargedRole(roles: readonly HeldRole[], roleId: number | null | undefined): number | null | undefined {
  if (roleId !== null && roleId !== undefined) return roles.find(({ id }) => id === roleId)?.id;
  return (roles.find(({ is_budgeted }) => is_budgeted) ?? roles[0])?.id ?? null;
}
