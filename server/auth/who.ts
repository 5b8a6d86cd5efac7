import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { permissions } from '../../shared/policy.ts';
import { roleLabels, roles } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { accounts, sites, userSites, users } from '../db/tables/index.ts';

export const whoSchema = z.object({
  user: z.object({
    id: z.number(),
    name: z.string(),
    forenames: z.string(),
    surname: z.string(),
    email: z.string().nullable(),
    contact_phone: z.string().nullable(),
    primary_role: z.enum(roles),
    is_supervised_orderer: z.boolean(),
  }),
  roles: z.array(z.object({ name: z.enum(roles), label: z.string() })),
  account: z.object({ id: z.number(), name: z.string(), require_po: z.boolean(), require_cc: z.boolean() }).nullable(),
  sites: z.array(z.object({ id: z.number(), name: z.string() })),
  permissions: z.array(z.string()),
  impersonator: z.object({ id: z.number(), name: z.string() }).nullable(),
  sends_mail: z.boolean().describe('A mail server is set; without one emails are written and wait'),
});
export type Who = z.infer<typeof whoSchema>;

/** The caller's identity: person, roles, client, sites, permissions, and the super who acts as them. */
export async function who(ctx: Ctx): Promise<Who> {
  const { actor, db, services } = ctx;
  const [user] = await db
    .select({ forenames: users.forenames, surname: users.surname, email: users.email, contact_phone: users.contact_phone })
    .from(users)
    .where(eq(users.id, actor.id));
  const [account] =
    actor.account_id === null
      ? []
      : await db
          .select({ id: accounts.id, name: accounts.name, require_po: accounts.require_po, require_cc: accounts.require_cc })
          .from(accounts)
          .where(eq(accounts.id, actor.account_id));
  const mySites = await db
    .select({ id: sites.id, name: sites.name })
    .from(userSites)
    .innerJoin(sites, eq(sites.id, userSites.site_id))
    .where(and(eq(userSites.user_id, actor.id), isNull(sites.deleted_at)))
    .orderBy(byName(sites.name));
  const [impersonator] =
    actor.impersonator_id === null
      ? []
      : await db.select({ id: users.id, forenames: users.forenames, surname: users.surname }).from(users).where(eq(users.id, actor.impersonator_id));
  return {
    user: { id: actor.id, name: actor.name, ...requireFound(user), primary_role: actor.role, is_supervised_orderer: actor.is_supervised_orderer },
    roles: [{ name: actor.role, label: roleLabels[actor.role] }],
    account: account ?? null,
    sites: mySites,
    permissions: permissions(actor),
    impersonator: impersonator ? { id: impersonator.id, name: `${impersonator.forenames} ${impersonator.surname}` } : null,
    sends_mail: services.settings.SMTP_URL !== undefined,
  };
}
