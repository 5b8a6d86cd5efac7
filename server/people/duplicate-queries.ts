import { and, asc, eq, isNull, ne, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { nameKey } from '../../shared/folded.ts';
import { messages } from '../../shared/messages.ts';
import type { CheckInput } from '../../shared/people/check-input.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, notFound } from '../core/problem.ts';
import { foldedKey, keyColumn, nameKeyColumn } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { sites, userSites, users } from '../db/tables/index.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { isOfCompany } from './enforce-number.ts';
import { manageablePeople } from './scope.ts';

export const checkSchema = z.object({
  problems: z.array(z.string()),
  user: z
    .object({
      id: z.int(),
      name: z.string(),
      is_trashed: z.boolean(),
      can_open: z.boolean().describe('Whether the caller sees this person'),
      can_restore: z.boolean(),
      can_pull: z.boolean(),
      pull_sites: z.array(z.int()).describe('The sites to which the caller can pull them: where they do not work yet'),
    })
    .nullable()
    .describe('Who is there already, where it is somebody of the same company'),
  can_add: z.boolean().describe('Whether the typed person may be somebody else: an email address and an employee number are one person’s'),
});

/** At most this many people of one company are compared. If more people have the same name, any of them may be left out. */
const MAX_MATCHES = 50;

const sameName = (column: SQLWrapper, name: string): SQL => sql`${nameKeyColumn(column)} = ${nameKey(name)}`;
const truth = (condition: SQL | undefined): SQL<boolean> => sql<boolean>`case when ${condition ?? sql`1 = 0`} then 1 else 0 end`.mapWith(Boolean);

/** The company of the person to look for: the caller's own, the one that the office names, or null for the provider's own people. */
function companyOf({ actor }: Ctx, account_id: number | undefined): number | null {
  authorize(policy.edit_people(actor));
  if (account_id !== undefined && !policy.use_office(actor) && account_id !== actor.account_id) throw notFound();
  return account_id ?? actor.account_id;
}

/** The caller’s sites at which a person of a company does not work yet. */
async function givableSites({ db, actor }: Ctx, user_id: number, account_id: number | null): Promise<number[]> {
  if (account_id === null) return [];
  const works = db.select({ id: userSites.site_id }).from(userSites).where(eq(userSites.user_id, user_id));
  const givable = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.account_id, account_id), visibleSites(actor), notInArray(sites.id, works)))
    .orderBy(asc(sites.id));
  return givable.map(({ id }) => id);
}

/**
 * Whether somebody with this email address exists already, or at the same company with this employee number or exact name, archived
 * people included. The match by email is named first, then by number, then by name; nobody of another company is ever named.
 */
export async function findDuplicates(ctx: Ctx, { forenames, surname, number, ...input }: CheckInput): Promise<z.infer<typeof checkSchema>> {
  const { db, actor } = ctx;
  const company = companyOf(ctx, input.account_id);
  const email = input.email?.toLowerCase();
  const isOther = input.id === undefined ? undefined : ne(users.id, input.id);

  const by = {
    email: email ? eq(users.email, email) : undefined,
    number: number ? eq(keyColumn(users.employee_number), foldedKey(number)) : undefined,
    name: forenames && surname ? and(sameName(users.forenames, forenames), sameName(users.surname, surname)) : undefined,
  };
  if (!by.email && !by.number && !by.name) return { problems: [], user: null, can_add: true };
  const isHere = isOfCompany(company);
  const matches = await db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      role: users.role,
      is_trashed: truth(sql`${users.deleted_at} is not null`),
      is_deleted_by_super: users.is_deleted_by_super,
      is_managed: truth(manageablePeople(actor)),
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
  const can_add = !isTaken && !matches.some(({ number: isSame, is_trashed }) => isSame && !is_trashed);
  if (!match) return { problems, user: null, can_add };
  const { id, name, is_trashed } = match;
  const pull_sites = !is_trashed && policy.edit_person(actor, match) ? await givableSites(ctx, id, company) : [];
  return {
    problems,
    user: {
      id,
      name,
      is_trashed,
      can_open: match.is_managed,
      can_restore: is_trashed && match.is_managed && policy.restore_person(actor, match),
      can_pull: pull_sites.length > 0,
      pull_sites,
    },
    can_add,
  };
}
