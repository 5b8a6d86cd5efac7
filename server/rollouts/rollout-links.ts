import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import type { Actor } from '../../shared/policy.ts';
import { stylesOfLine } from '../../shared/rollouts/rollout.ts';
import type { ChooseSizesInput } from '../../shared/sizes/size-input.ts';
import { deadLink } from '../../shared/sizes/size-link.ts';
import { type AttemptLimit, countAttempt, refuseAtLimit } from '../auth/attempts.ts';
import type { Ctx, Services } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { hashToken } from '../core/token.ts';
import { among, idList } from '../db/among.ts';
import { personName } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { accounts, products, rolloutLinks, rolloutPeople, rollouts, users } from '../db/tables/index.ts';
import type { ChosenLine } from '../ordering/chosen-lines.ts';
import { enforcePictureOf, type LinkView, sizeLinesOf } from '../sizes/link-queries.ts';
import { deadLinkProblem } from '../sizes/open-link.ts';
import { lockPerson, storeSizes } from './choose-sizes.ts';

/** A link of a roll-out whose token is known, whether or not it can still be opened. */
export interface RolloutLink {
  rollout_id: number;
  expires_at: string;
  wearer: Actor;
}

/** The link of a token. 404 for an unknown token, which counts against the caller's network address; 429 after too many. */
export async function openRolloutLink({ database, clock }: Services, token: string, address: string): Promise<RolloutLink> {
  const now = clock();
  const limit: AttemptLimit = { key: `size-link:${address}`, max: 50 };
  await refuseAtLimit(database.reader, limit, now);
  const [row] = /^[\w-]{43}$/.test(token)
    ? await database.reader
        .select({
          rollout_id: rolloutLinks.rollout_id,
          expires_at: rolloutLinks.expires_at,
          id: users.id,
          name: personName(users).as('name'),
          account_id: rollouts.account_id,
          can_view_restricted_products: users.can_view_restricted_products,
        })
        .from(rolloutLinks)
        .innerJoin(rollouts, eq(rollouts.id, rolloutLinks.rollout_id))
        .innerJoin(accounts, and(eq(accounts.id, rollouts.account_id), isNull(accounts.deleted_at)))
        .innerJoin(users, and(eq(users.id, rolloutLinks.user_id), eq(users.account_id, rollouts.account_id)))
        .where(and(eq(rolloutLinks.token_hash, hashToken(token)), isNull(users.deleted_at), eq(users.is_disabled, false)))
    : [];
  if (!row) {
    await database.unitOfWork((db) => countAttempt(db, limit, now));
    throw deadLinkProblem('link_unknown');
  }
  const { rollout_id, expires_at, ...person } = row;
  const wearer = { ...person, role: 'employee' as const, site_ids: [], is_supervised_orderer: false, impersonator_id: null };
  return { rollout_id, expires_at, wearer };
}

/** The lines of a link that still need a size; 404 with the reason if the link no longer opens. */
async function openedOf(ctx: Pick<Ctx, 'db' | 'now'>, { rollout_id, expires_at, wearer }: RolloutLink) {
  const [row] = await ctx.db
    .select({ rollout: rollouts, person: rolloutPeople, company: accounts.name })
    .from(rollouts)
    .innerJoin(accounts, eq(accounts.id, rollouts.account_id))
    .innerJoin(rolloutPeople, and(eq(rolloutPeople.rollout_id, rollouts.id), eq(rolloutPeople.user_id, wearer.id)))
    .where(eq(rollouts.id, rollout_id));
  const opened = requireFound(row);
  const { rollout, person } = opened;
  const isOver = person.ordered_at !== null || person.is_queued;
  const open = isOver ? [] : person.sizes.filter(({ product_id }) => product_id === null);
  const why = deadLink({ expires_at, is_cancelled: rollout.closed_at !== null, missing: open.length }, ctx.now);
  return { ...opened, open, why };
}

async function missingOf(ctx: Ctx, { rollout, open }: Awaited<ReturnType<typeof openedOf>>) {
  const firstStyle = (line: number): number => stylesOfLine(requireFound(rollout.lines[line]))[0] ?? 0;
  const rows = await ctx.db
    .select({
      id: products.id,
      name: products.name,
      brief: sql<string>`coalesce(${products.short_description_1}, ${products.description}, '')`.as('brief'),
    })
    .from(products)
    .where(among(products.id, idList(open.map(({ line }) => firstStyle(line)))));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return open.flatMap(({ line }) => {
    const kitLine = rollout.lines[line];
    const product = byId.get(firstStyle(line));
    if (!kitLine || !product) return [];
    const { quantity, decoration, variation_colour } = kitLine;
    // Lines are counted from 1 in a link, as ids are.
    return [{ id: line + 1, product_id: product.id, product_name: product.name, variation_colour, quantity, decoration, description: product.brief }];
  });
}

const picturesOf = (token: string): string => `/api/rollout-sizes/${token}/pictures/`;
const toSite = ({ person }: Awaited<ReturnType<typeof openedOf>>) => ({ id: 0, delivery_site_id: person.site_id, submitted_at: null });

/** What a person sees who opens their link of a roll-out: the lines that need a size. */
export async function rolloutLinkView(ctx: Ctx, link: RolloutLink, token: string): Promise<LinkView> {
  const opened = await openedOf(ctx, link);
  if (opened.why) throw deadLinkProblem(opened.why);
  const { rollout, company } = opened;
  return {
    wearer: { name: link.wearer.name },
    order_number: rollout.name,
    requester: company,
    company,
    expires_at: link.expires_at,
    lines: await sizeLinesOf(ctx, link.wearer, toSite(opened), await missingOf(ctx, opened), picturesOf(token)),
  };
}

/** A person chooses sizes by their link. A line that has a size already, because somebody chose at the same time, keeps it and is returned. */
export async function answerByLink(ctx: Ctx, link: RolloutLink, { lines }: ChooseSizesInput): Promise<ChosenLine[]> {
  const person = await lockPerson(ctx, link.rollout_id, link.wearer.id);
  const opened = await openedOf(ctx, link);
  if (opened.why && !(opened.why === 'link_sized' && ctx.now < link.expires_at)) throw deadLinkProblem(opened.why);
  const unknown = lines.flatMap(({ id }, n) => (person.sizes.some(({ line }) => line === id - 1) ? [] : [[`lines.${n}.id`, messages.not_your_line]]));
  if (unknown.length) throw invalid(Object.fromEntries(unknown));
  const isOpen = (line: number): boolean => opened.open.some((one) => one.line === line);
  const fresh = lines.flatMap(({ id, product_id }) => (isOpen(id - 1) ? [{ line: id - 1, product_id }] : []));
  if (fresh.length) await storeSizes(ctx, opened.rollout, person, fresh, 'answer');
  const before = lines.flatMap(({ id }) => {
    const size = person.sizes.find(({ line }) => line === id - 1);
    return !isOpen(id - 1) && size?.product_id ? [{ id, product_id: size.product_id }] : [];
  });
  const rows = await ctx.db
    .select({ id: products.id, variation_colour: products.variation_colour, colour_hex: products.colour_hex, ...sizeColumns })
    .from(products)
    .where(among(products.id, idList(before.map(({ product_id }) => product_id))));
  const byId = new Map(rows.map(({ id, ...attributes }) => [id, attributes]));
  return before.flatMap(({ id, product_id }) => {
    const attributes = byId.get(product_id);
    return attributes ? [{ id, product_id, attributes }] : [];
  });
}

/** The lines that still need a size after an answer. */
export async function linesToAnswer(
  ctx: Ctx,
  link: RolloutLink,
  token: string,
): Promise<z.infer<typeof import('../sizes/link-queries.ts').linkSchema>['lines']> {
  const opened = await openedOf(ctx, link);
  return opened.open.length ? sizeLinesOf(ctx, link.wearer, toSite(opened), await missingOf(ctx, opened), picturesOf(token)) : [];
}

/** 404 unless the lines of a link show this picture. */
export async function enforceRolloutPicture(ctx: Ctx, link: RolloutLink, hash: string): Promise<void> {
  const opened = await openedOf(ctx, link);
  if (opened.why) throw deadLinkProblem(opened.why);
  const missing = await missingOf(ctx, opened);
  await enforcePictureOf(
    ctx,
    link.wearer,
    toSite(opened),
    missing.map(({ product_id }) => product_id),
    hash,
  );
}
