import { z } from 'zod';
import { optionalCode } from '../code-text.ts';
import { optionalDay, optionalNumber, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isTote } from '../purchasing/tote.ts';
import { cleanBarcode } from '../scan/gtin.ts';
import { countStockInput } from '../stock/count-stock.ts';
import { overflowBin } from '../stock/overflow-bin.ts';
import { wordsText } from '../text.ts';
import { sizeOrder } from './size-order.ts';

const pence = z.int({ error: messages.price_not_number }).min(0, messages.price_below_zero).max(limits.money, messages.price_too_high);
const tenths = z
  .int({ error: messages.price_not_number })
  .min(0, messages.price_below_zero)
  .max(limits.money * 10, messages.price_too_high);
const fromOne = (most: number) => z.int().min(1).max(most).nullable();
const reference = z.int().positive().nullable();

/** Body measures in cm of each size, such as `{ "M": { "chest": 102 } }`. */
const measures = z
  .record(
    requiredText(limits.size, messages.name_needed),
    z
      .record(requiredText(limits.size, messages.name_needed), z.number().positive().max(limits.body_cm))
      .refine((one) => Object.keys(one).length <= limits.measures),
  )
  .refine((sizes) => Object.keys(sizes).length <= limits.page_cap);
export type Measures = z.infer<typeof measures>;

/** The flags of a product. A flag that is set on a style is set on all its SKUs; a SKU's flag may be changed afterwards. */
export const productFlags = ['is_public', 'is_published', 'is_public_catalogue', 'is_non_returnable', 'is_restricted'] as const;
export type ProductFlag = (typeof productFlags)[number];

/** The fields of a product that the office changes, each by itself. */
export const productFields = z.object({
  name: requiredText(limits.name, messages.name_needed),
  supplier_sku: optionalCode(limits.sku),
  brand: optionalText(limits.name),
  supplier_id: reference,
  category_id: reference,
  cost: pence,
  price: pence,
  vat_rate: optionalNumber(100),
  description: wordsText(limits.product_description, messages.at_most(limits.product_description)),
  short_description_1: wordsText(limits.notes, messages.at_most(limits.notes)),
  short_description_2: wordsText(limits.notes, messages.at_most(limits.notes)),
  is_public: z.boolean(),
  is_published: z.boolean(),
  is_public_catalogue: z.boolean(),
  is_non_returnable: z.boolean(),
  is_restricted: z.boolean(),
  bin: optionalCode(limits.bin).refine((bin) => bin === null || !isTote(bin), messages.bin_is_tote),
  barcode: optionalCode(limits.sku).overwrite((barcode) => barcode && cleanBarcode(barcode)),
  colour_hex: optionalText(7).refine((hex) => hex === null || /^#[0-9a-f]{6}$/i.test(hex), messages.hex_invalid),
  push_discontinued_at: optionalDay,
  successor_id: reference,
  supplier_price: pence.nullable().describe('Pence, half up; sets the exact price to whole pence'),
  supplier_price_tenths: tenths.nullable().describe('The exact price in tenths of a penny'),
  pack_size: fromOne(limits.line_quantity),
  min_order_qty: fromOne(limits.line_quantity),
  lead_time_days: optionalNumber(limits.lead_time_days),
  reorder_point: optionalNumber(limits.stock_quantity),
  wear_months: fromOne(limits.wear_months),
  points: optionalNumber(limits.allowance).describe(
    'What one item takes of an allowance that counts points; null: its price in whole pounds, rounded up',
  ),
  weight_g: fromOne(limits.weight_g),
  measures: measures.nullable(),
  size_order: sizeOrder.nullable().describe('The order of a style’s sizes that is its own; null means the trade’s'),
});
export type ProductFields = z.infer<typeof productFields>;
export type ProductField = keyof ProductFields;
export const productFieldNames = Object.keys(productFields.shape) as ProductField[];

/**
 * The effect of a new price or cost of a style on its SKUs. `alike`: SKUs with the style’s old value get the new one. `all`: every SKU gets it.
 * `difference`: the cheapest SKU gets it, and the others keep their difference from the cheapest. `none`: only new SKUs get it.
 */
export const skusFollow = z.enum(['alike', 'all', 'difference', 'none']);
export type SkusFollow = z.infer<typeof skusFollow>;
/** The price or cost of a SKU before and after a change of its style, in pence. */
export const skuAmount = z.object({ id: z.int().positive(), before: pence, after: pence });
export type SkuAmount = z.infer<typeof skuAmount>;
const singleSkus = {
  sku_amounts: z
    .array(skuAmount)
    .max(limits.style_variations)
    .optional()
    .describe('In place of `skus`: each of these SKUs of a style that costs `before` costs `after`, and the others stay'),
};
const ofSkus = { skus: skusFollow.default('alike').describe('Which SKUs of a style get a new price or cost') };

const changeOf = <Field extends ProductField>(field: Field) =>
  z.object({
    field: z.literal(field),
    value: productFields.shape[field],
    version: z.int().optional(),
    ...(field === 'price' || field === 'cost' ? { ...ofSkus, ...singleSkus } : {}),
  });

/** Several fields of a product, changed as one: all of them are stored, or none. */
export const severalFields = z.object({
  field: z.literal('several'),
  value: productFields.partial().refine((fields) => Object.keys(fields).length > 0, messages.nothing_changed),
  version: z.int().optional(),
  ...ofSkus,
});
export type SeveralFields = z.infer<typeof severalFields>;

/** The whole product. Fields whose values differ from the stored values are changed; keys that are not fields of a product are ignored. */
export const wholeProduct = productFields
  .partial()
  .extend({ field: z.literal('product'), version: z.int().optional() })
  .refine((product) => productFieldNames.some((name) => product[name] !== undefined), { path: ['field'], message: messages.nothing_changed });
export type WholeProduct = z.infer<typeof wholeProduct>;

const oneChange = z.discriminatedUnion('field', [
  countStockInput,
  severalFields,
  wholeProduct,
  ...(productFieldNames.map(changeOf) as [ReturnType<typeof changeOf>, ...ReturnType<typeof changeOf>[]]),
]);

/** A change of a product: one field, several fields, a count of the stock, or the whole product. A body without `field` is the whole product. */
export const productChange = z.preprocess(
  (body) => (typeof body === 'object' && body !== null && !('field' in body) ? { ...body, field: 'product' } : body),
  oneChange,
);

export type ProductChange = z.infer<typeof productChange>;

const named = z.object({ id: z.int(), name: z.string() });
const forOffice = 'null for those who may not see it';
/** A maker's data sheet. */
export const datasheet = z.object({
  id: z.int(),
  name: z.string().describe('What the public reads'),
  file_name: z.string(),
  url: z.string(),
  bytes: z.int(),
  created_at: z.string().describe('When it was uploaded'),
});
export type Datasheet = z.infer<typeof datasheet>;
/** A data sheet as it is uploaded. */
export const newDatasheet = z.object({
  file: z.file(messages.file_needed),
  name: requiredText(limits.datasheet_name, messages.name_needed).describe('What the public reads'),
});
export type NewDatasheet = z.infer<typeof newDatasheet>;
/** The lowest and the highest of some prices, in pence. */
export const priceRange = z.object({ from: z.int(), to: z.int() });
export type PriceRange = z.infer<typeof priceRange>;
const pictures = z.array(z.object({ url: z.string() }));

/** Why a discontinued SKU still exists: how many items and lines of the SKU remain in each place. */
export const waitsFor = z.object({
  on_hand: z.int(),
  allocated: z.int(),
  orders: z.int().describe('Lines of open orders'),
  drafts: z.int().describe('Lines of drafts and requests'),
  purchase_orders: z.int().describe('Lines of open purchase orders'),
  sets_without_successor: z
    .int()
    .describe('Clothing sets that hold it and not its successor, which their people are not offered; they do not keep it'),
  decorated_sets_without_successor: z.int().describe('Those of these sets that offer it with decoration'),
});
/** Counts the clothing sets that hold a product but not the product's successor. */
export const setsWithoutSuccessor = z.object({
  sets: z.int(),
  decorated: z.int().describe('Those that offer it with decoration'),
  first: z.string().nullable().describe('The name of one of them'),
});
export type SetsWithoutSuccessor = z.infer<typeof setsWithoutSuccessor>;
export type WaitsFor = z.infer<typeof waitsFor>;

/** A style or a SKU in a list of the catalogue. */
export const listedProduct = productFields
  .pick({
    name: true,
    brand: true,
    is_public: true,
    is_published: true,
    is_public_catalogue: true,
    is_non_returnable: true,
    is_restricted: true,
    bin: true,
    barcode: true,
    colour_hex: true,
    successor_id: true,
    vat_rate: true,
    weight_g: true,
  })
  .extend({
    id: z.int(),
    sku: z.string(),
    supplier_sku: z.string().nullable().describe(forOffice),
    parent: z.object({ id: z.int(), sku: z.string(), name: z.string() }).nullable(),
    successor: z.object({ id: z.int(), sku: z.string(), name: z.string() }).nullable().describe('Sold in its place once it is discontinued'),
    is_parent: z.boolean(),
    is_child: z.boolean(),
    is_csp: z.boolean(),
    price: z.int().nullable().describe('Pence, ex VAT; null for those who work without prices'),
    cost: z.int().nullable().describe(`Pence; ${forOffice}`),
    sku_prices: priceRange.nullable().describe('Of a style: what its SKUs cost, from the cheapest to the dearest; null without SKUs'),
    sku_costs: priceRange.nullable().describe(`The same of their costs; ${forOffice}`),
    category: named.nullable(),
    categories: z.array(named),
    supplier: named.nullable().describe(forOffice),
    media: pictures,
    has_own_picture: z.boolean().describe('A SKU without one shows that of its style'),
    attributes: z.object({
      variation_colour: z.string().nullable(),
      variation_size_1: z.string().nullable(),
      variation_size_2: z.string().nullable(),
      variation_material: z.string().nullable(),
      variation_decoration: z.string().nullable(),
      variation_all_size: z.string().nullable(),
    }),
    qty_available: z.int().describe('On hand; of a style all its SKUs together'),
    qty_allocated: z.int(),
    qty_at_decorator: z.int().describe('On hand, but sent out to be decorated'),
    qty_free: z.int(),
    children_count: z.int().describe('SKUs of a style'),
    discontinued_at: z.string().nullable(),
    is_discontinued: z.boolean(),
    created_at: z.string(),
    version: z.int(),
  });
export type ListedProduct = z.infer<typeof listedProduct>;

/** The quantity ordered from suppliers, how much of it has been received, and the quantity that open orders lack. */
const supplyCounts = {
  current_on_order_qty: z.int().optional().describe('Requested of suppliers on open purchase orders; with include_on_order_count'),
  current_partially_received_qty: z.int().optional().describe('Of that, what has come already'),
  current_shortfall_qty: z.int().optional().describe('What open orders lack; with include=current_shortfall_qty'),
};

/** The file of a product’s own picture, with include=media.files. */
const pictureFile = {
  picture_file: z
    .object({ bytes: z.int(), created_at: z.string().describe('When it was first uploaded') })
    .nullable()
    .optional()
    .describe('Its own picture’s, with include=media.files; null without one'),
};

/** A product as the office edits it. */
export const productSchema = listedProduct.extend({
  ...supplyCounts,
  ...pictureFile,
  ...productFields.pick({ description: true, short_description_1: true, short_description_2: true, measures: true, size_order: true }).shape,
  html_description: z.string(),
  bins: z.array(overflowBin).describe('Overflow bins; what none of them holds is in the pick bin'),
  supplier_price: z.int().nullable().describe(`Pence, half up; ${forOffice}`),
  supplier_price_tenths: z.int().nullable().describe(`The exact price in tenths of a penny; ${forOffice}`),
  ...productFields.pick({ pack_size: true, min_order_qty: true, lead_time_days: true, reorder_point: true, wear_months: true, points: true }).shape,
  sku_amounts: z
    .partialRecord(z.enum(['price', 'cost']), z.array(skuAmount))
    .optional()
    .describe('In the answer to a new price or cost of a style that said what its SKUs do: those that changed'),
  datasheets: z.array(datasheet).describe('Its own, else that of its style'),
  tags: z.array(z.string()).optional().describe('With include=tags; empty, because the catalogue has no tags'),
  children: z
    .array(listedProduct.extend({ ...supplyCounts, ...pictureFile }))
    .optional()
    .describe('With include=children'),
});
export type Product = z.infer<typeof productSchema>;
