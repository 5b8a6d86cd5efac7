import { and, asc, eq, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import type { CheckInput } from '../../shared/people/check-input.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, notFound } from '../core/problem.ts';
import { straightened, straightenedColumn } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { sites, userSites, users } from '../db/tables/index.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { manageablePeople } from './scope.ts';

export const checkSchema = z.object({
  problems: z.array(z.string()),
  user: z
    .object({ id: z.int(), name: z.string(), is_trashed: z.boolean(), can_restore: z.boolean(), can_pull: z.boolean() })
    .nullable()
    .describe('Who is there already, where it is somebody of the same company'),
});

/** People of one company who are compared at most: of many with one name any will do. */
const MAX_MATCHES = 50;

const same = (column: SQLWrapper, text: string | undefined): SQL | undefined => (text ? sql`lower(${column}) = lower(${text})` : undefined);
const sameName = (column: SQLWrapper, name: string): SQL | undefined => same(straightenedColumn(column), straightened(name));
const truth = (condition: SQL | undefined): SQL<boolean> => sql<boolean>`case when ${condition ?? sql`1 = 0`} then 1 else 0 end`.mapWith(Boolean);

/** The company whose person is typed: the caller's own, the one that the office names, or null for the provider's own people. */
function companyOf({ actor }: Ctx, account_id: number | undefined): number | null {
  authorize(policy.edit_people(actor));
  if (account_id !== undefined && !policy.use_office(actor) && account_id !== actor.account_id) throw notFound();
  return account_id ?? actor.account_id;
}

/**
 * Whether somebody with this email address is there already, or at the same company with this employee number or exact name, archived
 * people included. The match by email is named first, then by number, then by name; nobody of another company is ever named.
 */
export async function findDuplicates(ctx: Ctx, { forenames, surname, number, ...input }: CheckInput): Promise<z.infer<typeof checkSchema>> {
  const { db, actor } = ctx;
  const company = companyOf(ctx, input.account_id);
  const email = input.email?.toLowerCase();
  const isOther = input.id === undefined ? undefined : ne(users.id, input.id);

  const by = {
    email: email ? eq(users.email, email) : undefined,
    number: same(users.employee_number, number),
    name: forenames && surname ? and(sameName(users.forenames, forenames), sameName(users.surname, surname)) : undefined,
  };
  if (!by.email && !by.number && !by.name) return { problems: [], user: null };
  const isHere = company === null ? isNull(users.account_id) : eq(users.account_id, company);
  const givableSite = sql`exists (select 1 from ${sites} where ${sites.account_id} = ${users.account_id} and ${visibleSites(actor)}
    and not exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${sites.id}))`;
  const matches = await db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      role: users.role,
      is_trashed: truth(sql`${users.deleted_at} is not null`),
      is_deleted_by_super: users.is_deleted_by_super,
      is_managed: truth(manageablePeople(actor)),
      has_givable_site: truth(givableSite),
      email: truth(by.email),
      number: truth(by.number),
      full_name: truth(by.name),
    })
    .from(users)
    .where(and(isHere, isOther, or(by.email, by.number, by.name)))
    .orderBy(asc(sql`case when ${users.deleted_at} is null then 0 else 1 end`), asc(users.id))
    .limit(MAX_MATCHES);
  const isTaken = by.email !== undefined && (await db.$count(users, and(by.email, isNull(users.deleted_at), isOther))) > 0;

  const byEmail = matches.find((match) => match.email);
  const byNumber = matches.find((match) => match.number);
  const byName = matches.find((match) => match.full_name);
  const problems = [
    ...(isTaken || byEmail ? [messages.email_taken] : []),
    ...(byNumber ? [messages.number_taken] : []),
    ...(byName ? [messages.name_taken] : []),
  ];
  const match = byEmail ?? byNumber ?? byName;
  if (!match) return { problems, user: null };
  const { id, name, is_trashed } = match;
  return {
    problems,
    user: {
      id,
      name,
      is_trashed,
      can_restore: is_trashed && match.is_managed && policy.restore_person(actor, match),
      can_pull: !is_trashed && match.has_givable_site && policy.edit_person(actor, match),
    },
  };
}
