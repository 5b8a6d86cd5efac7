import { eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { accounts } from '../db/tables/index.ts';

/** 404 for a client company that does not exist; a report without one is of all clients. */
export async function enforceClient({ db }: Pick<Ctx, 'db'>, account: number | undefined): Promise<void> {
  if (account !== undefined) requireFound((await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account)))[0]);
}
