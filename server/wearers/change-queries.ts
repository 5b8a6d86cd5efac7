import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { changedFields } from '../../shared/audit/changed-fields.ts';
import { eventLabel, personEvents } from '../../shared/audit/events.ts';
import { limits } from '../../shared/limits.ts';
import { namesOf } from '../audit/audit-names.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { shownPerson, shownSchema } from '../core/shown-person.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { auditRows, users } from '../db/tables/index.ts';
import { findEditableWearer } from './find-wearer.ts';

export const changeQuery = listQuery({ orderBy: ['id'], default: 'id', sortedBy: 'desc', per_page: limits.changes_page });

export const changeSchema = z.object({
  id: z.int(),
  when: z.string(),
  who: shownSchema.nullable().describe('Null where nobody was signed in'),
  what: z.string().describe('The event in words'),
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
});
type Change = z.infer<typeof changeSchema>;

const who = alias(users, 'who');

/** The fields of a change, without flags that stay off. */
const fieldsOf = (change: Parameters<typeof changedFields>[0]): Change['fields'] =>
  changedFields(change)
    .filter(({ before, after }) => before !== '' || after !== 'no')
    .map(({ name, before, after }) => ({ name, before, after }));

/** The changes of a person's record in words, newest first, for people who may edit the person. */
export async function changesOf(ctx: Ctx, employee_id: number, query: z.infer<typeof changeQuery>): Promise<Page<Change>> {
  const { id } = await findEditableWearer(ctx, employee_id);
  const { db, actor } = ctx;
  const where = and(eq(auditRows.on_type, 'user'), eq(auditRows.on_id, id), inArray(auditRows.what, [...personEvents]));
  const rows = db
    .select({ row: auditRows, who_id: who.id, who_name: personName(who).as('who_name'), who_account_id: who.account_id })
    .from(auditRows)
    .leftJoin(who, eq(who.id, auditRows.who_id))
    .where(where);
  return readPage(db, query, { rows, order: [auditRows.id], count: db.$count(auditRows, where) }, async (page) => {
    const names = await namesOf(
      db,
      page.map(({ row }) => row),
    );
    return page.map(({ row, who_id, who_name, who_account_id }, place) => ({
      id: row.id,
      when: row.at,
      who: who_id === null ? null : shownPerson(actor, { id: who_id, name: who_name, account_id: who_account_id }),
      what: eventLabel(row.what),
      fields: fieldsOf({ on: { type: row.on_type }, before: row.before ?? null, after: row.after ?? null, names: names[place] ?? {} }),
    }));
  });
}
