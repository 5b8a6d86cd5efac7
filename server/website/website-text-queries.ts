import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { publishedText, type WebsiteText, websiteText } from '../../shared/website/website-text.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import type { Db } from '../db/db.ts';
import { categories, websiteTexts } from '../db/tables/index.ts';

const columns = columnsOf(websiteTexts, websiteText);

/** Every stored text, sorted by the address of its page. */
export const storedTexts = (db: Db): Promise<WebsiteText[]> =>
  db.select(columns).from(websiteTexts).orderBy(asc(websiteTexts.url)).limit(limits.website_texts);

/** A hash of all texts, which changes with every change of a text. */
export const revisionOf = (texts: readonly WebsiteText[]): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

export const allTexts = z.object({
  items: z.array(websiteText),
  revision: z.string().describe('To be sent back with a change'),
  categories: z.array(z.object({ id: z.int(), name: z.string() })),
});

/** Every text, with the categories that can have a page. */
export async function listTexts({ db, actor }: Ctx): Promise<z.infer<typeof allTexts>> {
  authorize(policy.edit_website(actor));
  const items = await storedTexts(db);
  const choices = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
  return { items, revision: revisionOf(items), categories: choices };
}

/** The text of one page, for the website itself: nobody has to be signed in. */
export async function textOf({ db }: Pick<Ctx, 'db'>, url: string): Promise<z.infer<typeof publishedText>> {
  const [text] = await db.select(columnsOf(websiteTexts, publishedText)).from(websiteTexts).where(eq(websiteTexts.url, url));
  return requireFound(text);
}
