import { and, asc, eq, isNull } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { employeeRoles, sites, userEmployeeRoles, userSites } from '../db/tables/index.ts';

/** The sites of people by the person's id, each list by name. */
export const sitesOf = async ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  groupBy(
    await db
      .select({ user_id: userSites.user_id, name: sites.name })
      .from(userSites)
      .innerJoin(sites, eq(sites.id, userSites.site_id))
      .where(among(userSites.user_id, idList(ids)))
      .orderBy(asc(sites.name)),
    ({ user_id }) => user_id,
  );

/** The employee roles of people by the person's id, each list by name. */
export const rolesOf = async ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  groupBy(
    await db
      .select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, name: employeeRoles.name })
      .from(userEmployeeRoles)
      .innerJoin(employeeRoles, and(eq(employeeRoles.id, userEmployeeRoles.employee_role_id), isNull(employeeRoles.deleted_at)))
      .where(among(userEmployeeRoles.user_id, idList(ids)))
      .orderBy(asc(employeeRoles.name), asc(employeeRoles.id)),
    ({ user_id }) => user_id,
  );
