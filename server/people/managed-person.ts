import { and, eq, isNull, ne } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Role } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockForChange } from '../db/lock.ts';
import { accounts, users } from '../db/tables/index.ts';
import { manageablePeople } from './scope.ts';

/** The facts that decide whether somebody may be archived or restored, and what ends when they are archived. */
export interface ManagedPerson {
  id: number;
  account_id: number | null;
  role: Role;
  email: string | null;
  employee_number: string | null;
  is_supervised_orderer: boolean;
  deleted_at: string | null;
  is_deleted_by_super: boolean;
}

const columns = {
  id: users.id,
  account_id: users.account_id,
  role: users.role,
  email: users.email,
  employee_number: users.employee_number,
  is_supervised_orderer: users.is_supervised_orderer,
  deleted_at: users.deleted_at,
  is_deleted_by_super: users.is_deleted_by_super,
};

/** Somebody whom the caller may look after, archived or not; otherwise 404. */
export async function managedPerson({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<ManagedPerson> {
  const [row] = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, id), manageablePeople(actor)));
  return requireFound(row);
}

const activeSupers = and(eq(users.role, 'super'), isNull(users.deleted_at), eq(users.is_disabled, false));

/**
 * Lock and read those of these people whom the caller may look after and who belong to this company, or to the provider if `account_id` is null. The
 * lock lasts until the unit of work ends. Two commands that archive people of one company run one after the other, because each could count on the
 * other's person to approve requests. So do two commands that archive super users, because one super user has to remain.
 */
export async function lockManagedPeople(ctx: Ctx, account_id: number | null, ids: readonly number[]): Promise<ManagedPerson[]> {
  await lockForChange(
    account_id === null
      ? ctx.db.select({ id: users.id }).from(users).where(activeSupers).orderBy(users.id)
      : ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)),
  );
  const ofCompany = account_id === null ? isNull(users.account_id) : eq(users.account_id, account_id);
  const theirs = and(among(users.id, idList(ids)), ofCompany, manageablePeople(ctx.actor));
  return lockForChange(ctx.db.select(columns).from(users).where(theirs).orderBy(users.id));
}

/** As `lockManagedPeople`, for one person; 404 if the caller may not look after this person. */
export async function lockManagedPerson(ctx: Ctx, id: number): Promise<ManagedPerson> {
  const { account_id } = await managedPerson(ctx, id);
  const [row] = await lockManagedPeople(ctx, account_id, [id]);
  return requireFound(row);
}

/** Refuses a change after which nobody could use the office. The caller has locked the super users. */
export async function enforceAnotherSuper({ db }: Pick<Ctx, 'db'>, { id, role, deleted_at }: ManagedPerson): Promise<void> {
  if (role !== 'super' || deleted_at !== null) return;
  if (!(await db.$count(users, and(activeSupers, ne(users.id, id))))) throw conflict('last_super', messages.last_super);
}
