import { eq } from 'drizzle-orm';
import { z } from 'zod';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { mediaFields, skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { carriesName, checkExchange, type ExchangeFacts, exchangeSizes } from '../../shared/returns/create-exchange.ts';
import { type ExchangeReason, exchangeReasons } from '../../shared/returns/exchange-reasons.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import { availabilities } from '../../shared/stock/size-availability.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products, users } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { availabilityOf, showsAvailability } from '../stock/availability-queries.ts';
import { fitOfStyle, swapsOfStyles } from './fit-queries.ts';
import { type ReturnableLine, returnableLines } from './returnable-queries.ts';
import { type SizeChoice, sizeChoices } from './size-choices-queries.ts';

const parent = alias(products, 'parent');

/** A line that may be exchanged: who wears it, the SKU that was sent, and the sizes of that SKU's style in its colour. */
export interface ExchangeableLine {
  line: ReturnableLine;
  facts: ExchangeFacts;
  wearer: { id: number; name: string; is_archived: boolean };
  sizes: SizeChoice[];
}

/** A line of an order, of which the caller sees these lines, with the facts on which its exchange depends; 404 for any other line. */
export async function findExchangeable(ctx: Ctx, lines: ReadonlyMap<number, ReturnableLine>, line_id: number): Promise<ExchangeableLine> {
  const line = requireFound(lines.get(line_id));
  const [row] = await ctx.db
    .select({ name: personName(users).as('name'), forenames: users.forenames, surname: users.surname, deleted_at: users.deleted_at })
    .from(users)
    .where(eq(users.id, line.employee_id));
  const { name, forenames, surname, deleted_at } = requireFound(row);
  const all = (await sizeChoices(ctx, [line.shipped_product_id])).get(line.shipped_product_id) ?? [];
  const own = all.find(({ id }) => id === line.shipped_product_id);
  return {
    line,
    facts: { ...line, wearer: forenames || name, carries_name: carriesName(line.decoration, { forenames, surname }) },
    wearer: { id: line.employee_id, name, is_archived: deleted_at !== null },
    sizes: all.filter(({ attributes }) => attributes.variation_colour === own?.attributes.variation_colour),
  };
}

const sizeSchema = z.object({
  id: z.int(),
  sku: z.string(),
  size: z.string().nullable(),
  attributes: skuAttributes,
  availability: z.enum(availabilities).nullable().describe('Null if the account does not show it'),
  available_on: z.string().nullable().describe('The calendar date on which the items are expected; null unless `expected`'),
});

export const exchangeChoicesSchema = z.object({
  line: z.object({
    id: z.int(),
    employee: z.object({ id: z.int(), name: z.string() }),
    product_name: z.string(),
    sku: z.string(),
    size: z.string().nullable(),
    attributes: skuAttributes,
    media: mediaFields,
  }),
  qty_returnable: z.int(),
  refusal: z.string().nullable().describe('Why the line cannot be exchanged; null if it can'),
  contact: z.object({ name: z.string(), phone: z.string() }).describe('The provider, who decides where an exchange is refused'),
  sizes: z
    .object({ too_small: z.array(sizeSchema), too_big: z.array(sizeSchema), faulty: z.array(sizeSchema) })
    .describe('What can be sent, by reason'),
  fit: z.enum(['small', 'big']).nullable().describe('How others found the style in the last 12 months'),
  often_exchanged_for: z.string().nullable().describe('The size for which others often exchanged this size in the last 12 months'),
});
export type ExchangeChoices = z.infer<typeof exchangeChoicesSchema>;

export const exchangeChoicesQuery = z.object({ quantity: z.coerce.number().int().min(1).max(limits.line_quantity).optional() });

/** What a line of an order can be exchanged for, and why it cannot. A client reads when each size can leave, and no number of items. */
export async function exchangeChoices(ctx: Ctx, uuid: string, line_id: number, quantity = 1): Promise<ExchangeChoices> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.create_return(ctx.actor));
  const { line, facts, wearer, sizes } = await findExchangeable(ctx, await returnableLines(ctx, [order.id]), line_id);
  const verdict = checkExchange(facts, { is_office: policy.decide_returns(ctx.actor) });
  const [row] = await ctx.db
    .select({
      style_id: parent.id,
      ...skuColumns,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(parent.id).as('style_picture'),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(eq(products.id, line.shipped_product_id));
  const { style_id, sku, picture, style_picture, ...attributes } = requireFound(row);
  const offered = verdict.ok ? sizes : [];
  const offeredIds = (await showsAvailability(ctx, order.account_id)) ? offered.map(({ id }) => id) : [];
  const availability = await availabilityOf(ctx.db, offeredIds, quantity);
  const choicesFor = (reason: ExchangeReason) =>
    exchangeSizes(offered, line.shipped_product_id, reason).map(({ id, sku, attributes }) => ({
      id,
      sku,
      size: sizeOf(attributes),
      attributes,
      ...(availability.get(id) ?? { availability: null, available_on: null }),
    }));
  const swaps = verdict.ok && style_id !== null ? await swapsOfStyles(ctx, [style_id]) : [];
  const [too_small, too_big, faulty] = exchangeReasons.map(choicesFor);
  return {
    line: {
      id: line.id,
      employee: { id: wearer.id, name: wearer.name },
      product_name: line.product_name,
      sku,
      size: sizeOf(attributes),
      attributes,
      media: mediaOf(picture, style_picture),
    },
    qty_returnable: qtyReturnable(line),
    refusal: verdict.ok ? null : verdict.message,
    contact: { name: provider.name, phone: provider.contact_phone },
    sizes: { too_small: requireFound(too_small), too_big: requireFound(too_big), faulty: requireFound(faulty) },
    fit: verdict.ok && style_id !== null ? await fitOfStyle(ctx, style_id) : null,
    often_exchanged_for: swaps.find(({ size }) => size === sizeOf(attributes))?.other ?? null,
  };
}
