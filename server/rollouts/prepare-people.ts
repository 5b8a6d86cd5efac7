import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { linesOfPerson, stylesOfLine } from '../../shared/rollouts/rollout.ts';
import { articleOnFile } from '../../shared/sizes/size-on-file.ts';
import type { Ctx } from '../core/context.ts';
import { inTurn } from '../core/yield-to-requests.ts';
import { among, idList } from '../db/among.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products, rolloutPeople, rollouts, userEmployeeRoles } from '../db/tables/index.ts';
import { updateMany } from '../db/write-many.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { deliverySitesOf } from '../sites/delivery-sites.ts';
import { sizesKeptBy } from '../sizes/size-on-file-queries.ts';
import { rolloutActor } from './rollout-actor.ts';
import { isUnprepared, type StoredRollout } from './rollout-queries.ts';

const PREPARE_ROLLOUT = 'prepare_rollout';
/** The number of people whose sizes one unit of work reads. */
const AT_ONCE = { sqlite: 20, postgres: 60 } as const;

/** The SKUs of the products that lines name, by style; a SKU that a line names is its own only choice. */
export async function articlesOf({ db }: Pick<Ctx, 'db'>, product_ids: readonly number[]) {
  const rows = await db
    .select({ id: products.id, parent_id: products.parent_id, name: products.name, variation_colour: products.variation_colour, ...sizeColumns })
    .from(products)
    .where(and(sql`(${among(products.id, idList(product_ids))} or ${among(products.parent_id, idList(product_ids))})`, isNull(products.deleted_at)))
    .orderBy(asc(products.parent_id), asc(products.position), asc(products.id));
  const articles = rows.map(({ id, parent_id, name, variation_colour, ...size }) => ({
    id,
    parent_id,
    name,
    attributes: { variation_colour, ...size },
  }));
  const children = groupBy(articles, ({ parent_id }) => parent_id);
  const byId = new Map(articles.map((article) => [article.id, article]));
  return {
    /** The SKU itself if a product is one, else undefined. */
    skuOf: (id: number) => (children.has(id) ? undefined : byId.get(id)),
    /** The SKUs of a style, in a colour if one is given. */
    sizesOf: (id: number, colour: string | null) =>
      (children.get(id) ?? []).filter(({ attributes }) => colour === null || attributes.variation_colour === colour),
  };
}

/** Read the sizes on file of some people of a roll-out. Returns whether people are left. */
export async function prepareSome(ctx: Ctx, rollout: Pick<StoredRollout, 'id' | 'lines'>): Promise<boolean> {
  const { db } = ctx;
  const atOnce = AT_ONCE[ctx.services.database.engine];
  const people = await db
    .select({ id: rolloutPeople.id, user_id: rolloutPeople.user_id })
    .from(rolloutPeople)
    .where(and(eq(rolloutPeople.rollout_id, rollout.id), isUnprepared))
    .orderBy(asc(rolloutPeople.id))
    .limit(atOnce);
  if (!people.length) return false;
  const ids = people.map(({ user_id }) => user_id);
  const named = [...new Set(rollout.lines.flatMap(stylesOfLine))];
  const articles = await articlesOf(ctx, named);
  const sizes = await sizesKeptBy(ctx, ids, { styles: named });
  const sites = await deliverySitesOf(ctx, ids);
  const roles = groupBy(
    await db
      .select()
      .from(userEmployeeRoles)
      .where(among(userEmployeeRoles.user_id, idList(ids))),
    ({ user_id }) => user_id,
  );
  await updateMany(
    db,
    rolloutPeople,
    ['site_id', 'sizes', 'sized_by', 'failure', 'is_prepared'],
    people.map(({ id, user_id }) => {
      const own = linesOfPerson(
        rollout.lines,
        (roles.get(user_id) ?? []).map(({ employee_role_id }) => employee_role_id),
      ).map((line) => {
        const { variation_colour, ...kitLine } = rollout.lines[line] as (typeof rollout.lines)[number];
        for (const style of stylesOfLine(kitLine)) {
          const sku = articles.skuOf(style);
          if (sku) return { line, product_id: sku.id };
          const onFile = sizes.get(user_id)?.find(({ style_id }) => style_id === style);
          const article = articleOnFile(articles.sizesOf(style, null), variation_colour ?? onFile?.variation_colour ?? null, onFile);
          if (article) return { line, product_id: article.id };
        }
        return { line, product_id: null };
      });
      const isSized = own.length > 0 && own.every(({ product_id }) => product_id !== null);
      return {
        id,
        site_id: sites.get(user_id)?.id ?? null,
        sizes: own,
        sized_by: isSized ? 'file' : null,
        failure: own.length ? null : messages.rollouts.no_kit,
        is_prepared: true,
      };
    }),
  );
  return people.length === atOnce;
}

/** Read the sizes of the first people of a roll-out at once, and of the others in the background. */
export async function beginPreparing(ctx: Ctx, rollout: Pick<StoredRollout, 'id' | 'lines'>): Promise<void> {
  if (await prepareSome(ctx, rollout))
    await queueJob(ctx, { kind: PREPARE_ROLLOUT, key: String(rollout.id), payload: { id: rollout.id, by: ctx.actor.id } });
}

/** Reads the sizes on file of the people of a large roll-out, part after part. */
export const prepareRolloutJob = jobKind(PREPARE_ROLLOUT, z.object({ id: z.int(), by: z.int() }), async (services, { id, by }, signal) => {
  const { database, clock } = services;
  const actor = await rolloutActor(database.reader, by);
  for (let hasMore = actor !== null; hasMore; ) {
    if (signal.aborted) throw new TryLater('Kitroom was stopped while it read sizes for a roll-out. It goes on.', 0);
    hasMore = await inTurn(() =>
      database.unitOfWork(async (db) => {
        const [row] = await db.select({ id: rollouts.id, lines: rollouts.lines }).from(rollouts).where(eq(rollouts.id, id));
        return !!row && actor !== null && prepareSome({ db, services, actor, now: clock().toISOString(), request_id: null }, row);
      }),
    );
  }
});
