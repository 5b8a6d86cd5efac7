import { and, eq, isNull, sql } from 'drizzle-orm';
import { type FilledLine, unsizedLines } from '../../shared/kits/fill-kit.ts';
import type { Actor } from '../../shared/policy.ts';
import { deadLink, type LinkFacts } from '../../shared/sizes/size-link.ts';
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

/** The lines of a kit for one wearer, and those whose size is not known. */
export type OpenKit = KitFill & { missing: FilledLine[] };

/** The lines of a link with the wearer's sizes as they are now, and those whose size is not known. */
async function openKit(ctx: Ctx, { id, wearer }: KitSizeLink): Promise<OpenKit> {
  const [link] = await ctx.db.select({ lines: kitSizeLinks.lines }).from(kitSizeLinks).where(eq(kitSizeLinks.id, id));
  const fills = await kitFills(ctx, [{ id: wearer.id, lines: requireFound(link).lines }]);
  const fill = requireFound(fills.get(wearer.id));
  return { ...fill, missing: unsizedLines(fill.filled) };
}

/** 404 with the reason unless a link can be read. With `toSend`, a link whose sizes are all known answers until it expires. */
export function enforceAlive({ now }: Pick<Ctx, 'now'>, link: LinkFacts, { toSend = false } = {}): void {
  const why = deadLink(link, now);
  if (why && !(toSend && why === 'link_sized' && now < link.expires_at)) throw deadLinkProblem(why);
}

/** As `openKit`; 404 with the reason if the link no longer opens. */
export async function readKitLink(ctx: Ctx, link: KitSizeLink, how: { toSend?: boolean } = {}) {
  const kit = await openKit(ctx, link);
  enforceAlive(ctx, { expires_at: link.expires_at, is_cancelled: false, missing: kit.missing.length }, how);
  return kit;
}

/** The lines of a kit that need a size, each style of a choice by itself. `pictures` is the address of their pictures without a session. */
export async function linesOfKit(
  ctx: Ctx,
  wearer: Actor,
  { missing, permitted }: Pick<OpenKit, 'missing' | 'permitted'>,
  pictures: string,
): Promise<LinkView['lines']> {
  const styles = new Map<number, Style>((await stylesOf(ctx, new Map(permitted))).map((style) => [style.id, style]));
  const isShown = wearer.account_id !== null && (await showsAvailability({ db: ctx.db, actor: wearer }, wearer.account_id));
  const articleIds = missing.flatMap(({ options }) => options.flatMap(({ articles }) => articles.map(({ id }) => id)));
  const availability = await availabilityOf(ctx.db, isShown ? [...new Set(articleIds)] : []);
  const swaps = await swapsOfStyles(ctx, [...styles.keys()]);
  const onFile = new Map((await sizesKept(ctx, wearer.id)).map((size) => [size.style_id, size]));
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
          media: under(pictures, (pictured ?? style).media),
          colours: style.colours.filter(({ name }) => offered.some(({ attributes }) => attributes.variation_colour === name)),
          sizes: offered.map((size) => ({
            id: size.id,
            sku: size.sku,
            attributes: size.attributes,
            media: under(pictures, size.media),
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
    lines: await linesOfKit(ctx, link.wearer, kit, picturesOf(token)),
  };
}

/** The lines that still need a size after a choice; empty once every size is chosen. */
export async function kitLinesLeft(ctx: Ctx, link: KitSizeLink, token: string): Promise<LinkView['lines']> {
  const kit = await openKit(ctx, link);
  return kit.missing.length ? linesOfKit(ctx, link.wearer, kit, picturesOf(token)) : [];
}

/** 404 unless a link's lines show this picture. */
export async function enforceKitPicture(ctx: Ctx, link: KitSizeLink, hash: string): Promise<void> {
  await enforcePictureOfKit(ctx, await readKitLink(ctx, link), hash);
}

/** 404 unless a product of a kit that its wearer may have, or one of its sizes, shows this picture. */
export async function enforcePictureOfKit(ctx: Ctx, { permitted }: Pick<OpenKit, 'permitted'>, hash: string): Promise<void> {
  const url = `/files/${hash}`;
  const isShown = (await stylesOf(ctx, new Map(permitted))).some((style) =>
    [style, ...style.children].some(({ media }) => media.some((one) => one.url === url)),
  );
  if (!isShown) throw notFound();
}
