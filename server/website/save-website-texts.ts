import { inArray } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { WebsiteText } from '../../shared/website/website-text.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { staleVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { lockTable } from '../db/lock.ts';
import { categories, websiteTexts } from '../db/tables/index.ts';
import { revisionOf, storedTexts } from './website-text-queries.ts';

/** Save all texts: those that are left out are deleted. 409 if somebody has changed any text since the revision that is sent. */
export async function saveTexts(ctx: Ctx, texts: readonly WebsiteText[], revision: string | undefined): Promise<WebsiteText[]> {
  const { db } = ctx;
  authorize(policy.edit_website(ctx.actor));
  await lockTable(db, websiteTexts);
  const before = await storedTexts(db);
  const current = revisionOf(before);
  if (revision !== undefined && revision !== current) throw staleVersion({ current: { items: before, revision: current } });
  const named = [...new Set(texts.flatMap(({ custom_category }) => custom_category ?? []))];
  const existing = new Set(
    (
      await db
        .select({ id: categories.id })
        .from(categories)
        .where(among(categories.id, idList(named)))
    ).map(({ id }) => id),
  );
  const unknown = texts.findIndex(({ custom_category }) => custom_category !== null && !existing.has(custom_category));
  if (unknown >= 0) throw invalid({ [`${unknown}.custom_category`]: messages.category_unknown });

  const stored = new Map(before.map((text) => [text.id, JSON.stringify(text)]));
  const changed = texts.filter((text) => stored.get(text.id) !== JSON.stringify(text));
  const savedIds = new Set(texts.map(({ id }) => id));
  const gone = before.filter(({ id }) => !savedIds.has(id) || changed.some((text) => text.id === id));
  if (!changed.length && !gone.length) return before;
  // Changed texts are deleted before they are inserted again, because two pages may swap their addresses.
  if (gone.length)
    await db.delete(websiteTexts).where(
      inArray(
        websiteTexts.id,
        gone.map(({ id }) => id),
      ),
    );
  if (changed.length) await db.insert(websiteTexts).values(changed);
  await audit(ctx, 'website.texts_saved', { type: 'website', id: null }, gone, changed);
  return storedTexts(db);
}
