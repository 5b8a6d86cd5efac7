import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { deadLink } from '../../shared/sizes/size-link.ts';
import { availabilities } from '../../shared/stock/size-availability.ts';
import { styleSchema, stylesOf } from '../catalogue/styles.ts';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { prepared } from '../db/db.ts';
import { personNameToClients } from '../db/person-name.ts';
import { accounts, orderLines, orders, products, users } from '../db/tables/index.ts';
import { sizesFor } from '../ordering/choose-size.ts';
import { swapsOfStyles } from '../returns/fit-queries.ts';
import { sizeSwapSchema } from '../returns/size-swaps-queries.ts';
import { availabilityOf, showsAvailability } from '../stock/availability-queries.ts';
import { deadLinkProblem, type SizeLink } from './open-link.ts';
import { sizeOnFileSchema, sizesKept } from './size-on-file-queries.ts';

const media = z.array(z.object({ url: z.string() }));

export const linkSchema = z.object({
  wearer: z.object({ name: z.string() }),
  order_number: z.string().nullable().describe('Null for the kit of somebody for whom nothing is ordered yet'),
  requester: z.string(),
  company: z.string(),
  expires_at: z.string(),
  lines: z.array(
    z.object({
      id: z.int(),
      choice: z.int().nullable().describe('Of the lines with the same number the wearer takes one'),
      product_id: z.int().describe('The style, until a size is chosen'),
      product_name: z.string(),
      variation_colour: z.string().nullable().describe('The colour that was ordered, if one was chosen; all sizes are in this colour'),
      quantity: z.int(),
      decoration: z.string().nullable(),
      description: z.string(),
      media,
      colours: z.array(z.object({ name: z.string(), hex: z.string().nullable() })),
      sizes: z
        .array(
          z.object({
            id: z.int(),
            sku: z.string(),
            attributes: skuAttributes,
            media,
            availability: z.enum(availabilities).nullable().describe('When an item can leave; null if the account does not show it'),
            available_on: z.string().nullable().describe('The calendar date on which an item is expected; null unless `expected`'),
          }),
        )
        .describe('The articles to choose from'),
      measures: styleSchema.shape.measures,
      size_on_file: sizeOnFileSchema.nullable(),
      swaps: z.array(sizeSwapSchema).describe('The sizes of the style that others often exchanged'),
    }),
  ),
});
export type LinkView = z.infer<typeof linkSchema>;

const linesOfLink = prepared('lines_of_size_link', (db) =>
  db
    .select({
      order: {
        id: orders.id,
        delivery_site_id: orders.delivery_site_id,
        submitted_at: orders.submitted_at,
        is_cancelled: sql<boolean>`${orders.cancelled_at} is not null or ${orders.deleted_at} is not null`.mapWith(Boolean).as('is_cancelled'),
        requester: personNameToClients(users).as('requester'),
        company: accounts.name,
      },
      line: {
        id: orderLines.id,
        product_id: orderLines.product_id,
        product_name: orderLines.product_name,
        variation_colour: orderLines.variation_colour,
        decoration: orderLines.decoration,
        is_size_selected: orderLines.is_size_selected,
      },
      quantity: sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number).as('quantity'),
      short_description_1: products.short_description_1,
      short_description_2: products.short_description_2,
      description: products.description,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(users, eq(users.id, orders.requester_id))
    .leftJoin(orderLines, and(eq(orderLines.order_id, orders.id), eq(orderLines.employee_id, sql.placeholder('employee_id'))))
    .leftJoin(products, eq(products.id, orderLines.product_id))
    .where(eq(orders.id, sql.placeholder('order_id')))
    .orderBy(asc(orderLines.id)),
);

/** A link's order, and the wearer's lines in it. */
async function openedOf(ctx: Ctx, { order_id, wearer }: SizeLink) {
  const rows = await linesOfLink(ctx.db, { order_id, employee_id: wearer.id });
  const { order } = requireFound(rows[0]);
  const lines = rows.flatMap(({ line, quantity, short_description_1, short_description_2, description }) => {
    const brief = [short_description_1, short_description_2].filter(Boolean).join('. ');
    return line ? [{ ...line, quantity, description: brief || (description ?? '') }] : [];
  });
  const unsized = lines.filter(({ is_size_selected }) => !is_size_selected);
  const missing = unsized.filter(({ quantity }) => quantity > 0);
  // For the link, the order counts as cancelled if all the wearer's lines without a size were cancelled.
  const is_cancelled = order.is_cancelled || (unsized.length > 0 && missing.length === 0);
  return { order, missing, is_cancelled };
}

/** The head of a link's order and the wearer's lines that still have no size; 404 with the reason if the link no longer opens. */
export async function readLink(ctx: Ctx, link: SizeLink) {
  const openLink = await openedOf(ctx, link);
  const why = deadLink({ expires_at: link.expires_at, is_cancelled: openLink.is_cancelled, missing: openLink.missing.length }, ctx.now);
  if (why) throw deadLinkProblem(why);
  return openLink;
}

/**
 * 404 unless a link accepts choices. If all sizes are chosen while somebody has the link's page open, the link still answers until it expires: it
 * returns the sizes of the requested lines.
 */
export async function enforceChoice(ctx: Ctx, link: SizeLink): Promise<void> {
  const { is_cancelled, missing } = await openedOf(ctx, link);
  const why = deadLink({ expires_at: link.expires_at, is_cancelled, missing: missing.length }, ctx.now);
  if (why && !(why === 'link_sized' && ctx.now < link.expires_at)) throw deadLinkProblem(why);
}

/** Changes the URLs of pictures to URLs under the link, for a browser without a session. */
export const under = (path: string, pictures: readonly { url: string }[]): { url: string }[] =>
  pictures.map(({ url }) => ({ url: url.replace(/^\/files\//, path) }));

export const picturesOf = (token: string): string => `/api/sizes/${token}/pictures/`;

type Opened = Awaited<ReturnType<typeof readLink>>;

/** A line without a size, of an order or of something that becomes one. */
type UnsizedLine = Pick<
  LinkView['lines'][number],
  'id' | 'product_id' | 'product_name' | 'variation_colour' | 'quantity' | 'decoration' | 'description'
>;
type Sizing = Parameters<typeof sizesFor>[1];

const linesOf = (ctx: Ctx, link: SizeLink, token: string, { order, missing }: Opened): Promise<LinkView['lines']> =>
  sizeLinesOf(ctx, link.wearer, order, missing, picturesOf(token));

/** The lines of a wearer that need a size, with the sizes to choose from. `pictures` is the address under which a browser without a session reads pictures. */
async function sizeLinesOf(
  ctx: Ctx,
  wearer: SizeLink['wearer'],
  order: Sizing,
  missing: readonly UnsizedLine[],
  pictures: string,
): Promise<LinkView['lines']> {
  const offers = await sizesFor(
    ctx,
    order,
    wearer.id,
    missing.map(({ product_id }) => product_id),
  );
  const styles = new Map((await stylesOf(ctx, offers)).map((style) => [style.id, style]));
  const sizeIds = missing.flatMap(({ product_id }) => (styles.get(product_id)?.children ?? []).map(({ id }) => id));
  const isShown = wearer.account_id !== null && (await showsAvailability({ db: ctx.db, actor: wearer }, wearer.account_id));
  const availability = await availabilityOf(ctx.db, isShown ? [...new Set(sizeIds)] : []);
  const swaps = await swapsOfStyles(ctx, [...styles.keys()]);
  const sizesOnFile = new Map((await sizesKept(ctx, wearer.id)).map((size) => [size.style_id, size]));
  return missing.map(({ id, product_id, product_name, variation_colour, quantity, decoration, description }) => {
    const style = styles.get(product_id);
    const isInColour = (colour: string | null): boolean => variation_colour === null || colour === variation_colour;
    const sizes = (style?.children ?? []).filter(({ attributes }) => isInColour(attributes.variation_colour));
    const pictured = variation_colour === null ? undefined : sizes.find(({ media }) => media.length);
    return {
      id,
      choice: null,
      product_id,
      product_name,
      variation_colour,
      quantity,
      decoration,
      description,
      media: under(pictures, (pictured ?? style)?.media ?? []),
      colours: (style?.colours ?? []).filter(({ name }) => isInColour(name)),
      sizes: sizes.map((size) => ({
        id: size.id,
        sku: size.sku,
        attributes: size.attributes,
        media: under(pictures, size.media),
        ...(availability.get(size.id) ?? { availability: null, available_on: null }),
      })),
      measures: style?.measures ?? null,
      size_on_file: sizesOnFile.get(product_id) ?? null,
      swaps: swaps.filter(({ style_id }) => style_id === product_id),
    };
  });
}

/** What a wearer sees who opens their link: the wearer's own lines, with the sizes to choose from and without prices. */
export async function linkView(ctx: Ctx, link: SizeLink, token: string): Promise<LinkView> {
  const openLink = await readLink(ctx, link);
  const { id, requester, company } = openLink.order;
  return {
    wearer: { name: link.wearer.name },
    order_number: orderNumber(id),
    requester,
    company,
    expires_at: link.expires_at,
    lines: await linesOf(ctx, link, token, openLink),
  };
}

/** The lines that still need a size after a choice; empty once every size is chosen. */
export async function linesLeft(ctx: Ctx, link: SizeLink, token: string): Promise<LinkView['lines']> {
  const openLink = await openedOf(ctx, link);
  return openLink.missing.length ? linesOf(ctx, link, token, openLink) : [];
}

/** 404 unless a link's lines show this picture. */
export async function enforcePicture(ctx: Ctx, link: SizeLink, hash: string): Promise<void> {
  const { order, missing } = await readLink(ctx, link);
  await enforcePictureOf(
    ctx,
    link.wearer,
    order,
    missing.map(({ product_id }) => product_id),
    hash,
  );
}

/** 404 unless one of these products, which a wearer may have on an order, or one of its sizes shows this picture. */
async function enforcePictureOf(ctx: Ctx, wearer: SizeLink['wearer'], order: Sizing, product_ids: readonly number[], hash: string): Promise<void> {
  const offers = await sizesFor(ctx, order, wearer.id, product_ids);
  const url = `/files/${hash}`;
  const isShown = (await stylesOf(ctx, offers)).some((style) => [style, ...style.children].some(({ media }) => media.some((one) => one.url === url)));
  if (!isShown) throw notFound();
}
