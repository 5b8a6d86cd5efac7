import { and, eq, inArray, isNull } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { clientRoles } from '../../shared/roles.ts';
import type { Db } from '../db/db.ts';
import { users } from '../db/tables/index.ts';

/** How many people of an account are active. */
export const activePeople = (db: Db, account_id: number): Promise<number> =>
  db.$count(users, and(eq(users.account_id, account_id), inArray(users.role, [...clientRoles]), isNull(users.deleted_at)));

/** Whether so many people have to be confirmed: at least 20, and more than a fifth of those who are active. */
export const brakes = (people: number, active: number): boolean => people >= limits.import_brake && people > active / 5;
