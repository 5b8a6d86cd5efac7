import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { employeeRoles, sites, userEmployeeRoles, userSites } from '../db/tables/index.ts';

const readRoles = prepared('oldest_roles_of_people', (db) =>
  db
    .select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, name: employeeRoles.name })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, and(eq(employeeRoles.id, userEmployeeRoles.employee_role_id), isNull(employeeRoles.deleted_at)))
    .where(among(userEmployeeRoles.user_id, sql.placeholder('ids')))
    .orderBy(asc(userEmployeeRoles.user_id), asc(employeeRoles.id)),
);

const readSites = prepared('oldest_sites_of_people', (db) =>
  db
    .select({ user_id: userSites.user_id, id: sites.id, name: sites.name })
    .from(userSites)
    .innerJoin(sites, and(eq(sites.id, userSites.site_id), isNull(sites.deleted_at)))
    .where(among(userSites.user_id, sql.placeholder('ids')))
    .orderBy(asc(userSites.user_id), asc(sites.id)),
);

/** The employee roles of people by the person's id, each list with the oldest role first. */
export const rolesOfPeople = async ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  groupBy(await readRoles(db, { ids: idList(ids) }), ({ user_id }) => user_id);

/** The sites of people by the person's id, each list with the oldest site first. */
export const sitesOfPeople = async ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  groupBy(await readSites(db, { ids: idList(ids) }), ({ user_id }) => user_id);
