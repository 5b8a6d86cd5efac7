import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { shownPerson, shownSchema } from '../core/shown-person.ts';
import { sessions } from '../db/tables/index.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { type Person, person, userOf } from './person-queries.ts';

const sessionSchema = z.object({
  id: z.int(),
  device_name: z.string().nullable(),
  user_agent: z.string().nullable(),
  address: z.string().nullable().describe('The network address of its last use'),
  impersonator: shownSchema.nullable().describe('Who acts as the person in the session, where somebody does'),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
});
export const personSessions = z.object({ items: z.array(sessionSchema) });
type PersonSessions = z.infer<typeof personSessions>;

async function sessionsOf({ db, actor, now }: Ctx, { id, can }: Person): Promise<PersonSessions> {
  authorize(can.edit);
  const rows = await listSessions(db, id, now);
  return {
    items: rows.map(({ impersonator, ...session }) => ({
      ...session,
      impersonator: impersonator && shownPerson(actor, { ...impersonator, account_id: null }),
    })),
  };
}

async function signOut(ctx: Ctx, { id, can }: Person): Promise<{ ended: number }> {
  authorize(can.edit);
  const { length: ended } = await endSessions(ctx, eq(sessions.user_id, id));
  if (ended) await audit(ctx, 'user.signed_out', { type: 'user', id }, null, { ended });
  return { ended };
}

/** The sessions of a client's person, the most recently used first, for those who may edit the person. */
export const sessionsOfPerson = async (ctx: Ctx, id: number): Promise<PersonSessions> => sessionsOf(ctx, await person(ctx, id));

/** The sessions of one of the provider's people. */
export const sessionsOfUser = async (ctx: Ctx, id: number): Promise<PersonSessions> => sessionsOf(ctx, await userOf(ctx, id));

/** Sign a client's person out everywhere, for those who may edit the person. */
export const signOutPerson = async (ctx: Ctx, id: number): Promise<{ ended: number }> => signOut(ctx, await person(ctx, id));

/** Sign one of the provider's people out everywhere. */
export const signOutUser = async (ctx: Ctx, id: number): Promise<{ ended: number }> => signOut(ctx, await userOf(ctx, id));
