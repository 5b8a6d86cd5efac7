import { and, eq, isNull, sql } from 'drizzle-orm';
import { type FilledLine, unsizedLines } from '../../shared/kits/fill-kit.ts';
import { deadLink } from '../../shared/sizes/size-link.ts';
import { type Style, stylesOf } from '../catalogue/styles.ts';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { personNameToClients } from '../db/person-name.ts';
import { accounts, kitSizeLinks, users } from '../db/tables/index.ts';
import { swapsOfStyles } from '../returns/fit-queries.ts';
import { availabilityOf, showsAvailability } from '../stock/availability-queries.ts';
import { type KitFill, kitFills } from './kit-fills.ts';
import { type LinkView, picturesOf, under } from './link-queries.ts';
import { deadLinkProblem, type KitSizeLink } from './open-link.ts';
import { sizesKept } from './size-on-file-queries.ts';

/** The number of styles of one line that have ids of their own. */
const STYLES = 100;

/** The id under which a page shows one style of a line. */
export const entryId = ({ place }: Pick<FilledLine, 'place'>, option: number): number => place * STYLES + option + 1;

/** The lines of a link with the wearer's sizes as they are now, and those whose size is not known. */
export async function openKit(ctx: Ctx, { id, wearer }: KitSizeLink): Promise<KitFill & { missing: FilledLine[] }> {
  const [link] = await ctx.db.select({ lines: kitSizeLinks.lines }).from(kitSizeLinks).where(eq(kitSizeLinks.id, id));
  const fills = await kitFills(ctx, [{ id: wearer.id, lines: requireFound(link).lines }]);
  const fill = requireFound(fills.get(wearer.id));
  return { ...fill, missing: unsizedLines(fill.filled) };
}

/** 404 with the reason unless a link can be read. With `toSend`, a link whose sizes are all known answers until it expires. */
function enforceAlive(ctx: Ctx, { expires_at }: KitSizeLink, missing: number, { toSend = false } = {}): void {
  const why = deadLink({ expires_at, is_cancelled: false, missing }, ctx.now);
  if (why && !(toSend && why === 'link_sized' && ctx.now < expires_at)) throw deadLinkProblem(why);
}

/** As `openKit`; 404 with the reason if the link no longer opens. */
export async function readKitLink(ctx: Ctx, link: KitSizeLink, how: { toSend?: boolean } = {}) {
  const kit = await openKit(ctx, link);
  enforceAlive(ctx, link, kit.missing.length, how);
  return kit;
}

async function linesOf(
  ctx: Ctx,
  link: KitSizeLink,
  token: string,
  { missing, permitted }: Awaited<ReturnType<typeof openKit>>,
): Promise<LinkView['lines']> {
  const styles = new Map<number, Style>((await stylesOf(ctx, new Map(permitted))).map((style) => [style.id, style]));
  const isShown = link.wearer.account_id !== null && (await showsAvailability({ db: ctx.db, actor: link.wearer }, link.wearer.account_id));
  const articleIds = missing.flatMap(({ options }) => options.flatMap(({ articles }) => articles.map(({ id }) => id)));
  const availability = await availabilityOf(ctx.db, isShown ? [...new Set(articleIds)] : []);
  const swaps = await swapsOfStyles(ctx, [...styles.keys()]);
  const onFile = new Map((await sizesKept(ctx, link.wearer.id)).map((size) => [size.style_id, size]));
  return missing.flatMap((filled) =>
    filled.options.flatMap(({ style_id, articles }, option) => {
      const style = styles.get(style_id);
      if (!style) return [];
      const { quantity, decoration, variation_colour } = filled.line;
      const offered = style.children.filter(({ id }) => articles.some((article) => article.id === id));
      const pictured = variation_colour === null ? undefined : offered.find(({ media }) => media.length);
      return [
        {
          id: entryId(filled, option),
          choice: filled.options.length > 1 ? filled.place : null,
          product_id: style_id,
          product_name: style.name,
          variation_colour,
          quantity,
          decoration,
          description: [style.short_description_1, style.short_description_2].filter(Boolean).join('. ') || style.description,
          media: under(picturesOf(token), (pictured ?? style).media),
          colours: style.colours.filter(({ name }) => offered.some(({ attributes }) => attributes.variation_colour === name)),
          sizes: offered.map((size) => ({
            id: size.id,
            sku: size.sku,
            attributes: size.attributes,
            media: under(picturesOf(token), size.media),
            ...(availability.get(size.id) ?? { availability: null, available_on: null }),
          })),
          measures: style.measures,
          size_on_file: onFile.get(style_id) ?? null,
          swaps: swaps.filter((swap) => swap.style_id === style_id),
        },
      ];
    }),
  );
}

/** What a person sees who opens their link to the sizes of a kit. */
export async function kitLinkView(ctx: Ctx, link: KitSizeLink, token: string): Promise<LinkView> {
  const kit = await readKitLink(ctx, link);
  const [about] = await ctx.db
    .select({ requester: personNameToClients(users).as('requester'), company: accounts.name })
    .from(kitSizeLinks)
    .innerJoin(users, eq(users.id, kitSizeLinks.requester_id))
    .innerJoin(accounts, and(eq(accounts.id, kitSizeLinks.account_id), isNull(accounts.deleted_at)))
    .where(sql`${kitSizeLinks.id} = ${link.id}`);
  return {
    wearer: { name: link.wearer.name },
    order_number: null,
    ...requireFound(about),
    expires_at: link.expires_at,
    lines: await linesOf(ctx, link, token, kit),
  };
}

/** The lines that still need a size after a choice; empty once every size is chosen. */
export async function kitLinesLeft(ctx: Ctx, link: KitSizeLink, token: string): Promise<LinkView['lines']> {
  const kit = await openKit(ctx, link);
  return kit.missing.length ? linesOf(ctx, link, token, kit) : [];
}

/** 404 unless a link's lines show this picture. */
export async function enforceKitPicture(ctx: Ctx, link: KitSizeLink, hash: string): Promise<void> {
  const { permitted } = await readKitLink(ctx, link);
  const url = `/files/${hash}`;
  const isShown = (await stylesOf(ctx, new Map(permitted))).some((style) =>
    [style, ...style.children].some(({ media }) => media.some((one) => one.url === url)),
  );
  if (!isShown) throw notFound();
}
