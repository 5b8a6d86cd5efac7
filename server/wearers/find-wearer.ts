import { and, eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { personName } from '../db/person-name.ts';
import { accounts, users } from '../db/tables/index.ts';
import { visibleEmployees } from '../people/scope.ts';

/** A client's person, with the facts that the pages and documents about this person need. */
export interface Wearer {
  id: number;
  name: string;
  role: Role;
  employee_number: string | null;
  leaves_on: string | null;
  account_id: number;
  account: string;
}

/**
 * A client's person within the caller's scope; otherwise 404. People who may edit people also find archived ones, because a leaver may still hold
 * items.
 */
export async function findWearer({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<Wearer> {
  const [row] = await db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      role: users.role,
      employee_number: users.employee_number,
      leaves_on: users.leaves_on,
      account_id: accounts.id,
      account: accounts.name,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(users.id, id), visibleEmployees(actor, { with_archived: policy.edit_people(actor) })));
  return requireFound(row);
}

/** Like `findWearer`, but 403 if the caller may see the person and may not edit the person. */
export async function findEditableWearer(ctx: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<Wearer> {
  const wearer = await findWearer(ctx, id);
  authorize(policy.edit_person(ctx.actor, wearer));
  return wearer;
}
