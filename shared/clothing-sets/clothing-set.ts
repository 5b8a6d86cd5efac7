import { z } from 'zod';
import { optionalLines, optionalNumber, optionalText, requiredKey } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { wordsText } from '../text.ts';
import { decorationsOf } from './decorations.ts';

const isShortDecorations = (text: string | null): boolean => decorationsOf(text).every((one) => one.length <= limits.decoration);
const decorationTooLong = messages.decoration_too_long(limits.decoration);
const decoration = optionalLines(limits.set_decorations).refine(isShortDecorations, decorationTooLong);
const id = z.int().positive();

/** The fields of a clothing set that people fill in. */
const setFields = z.object({
  name: requiredKey(limits.name, messages.name_needed),
  decoration: decoration.describe('Offered with every product of the set, one a line'),
  excluded_sites: z.array(id).max(limits.page_cap_sites),
});
export const newClothingSet = setFields.partial().required({ name: true });
export type NewClothingSet = z.infer<typeof newClothingSet>;
export const clothingSetChange = setFields.extend({ version: z.int() }).partial();
export type ClothingSetChange = z.infer<typeof clothingSetChange>;

export const clothingSetCopy = setFields
  .pick({ name: true })
  .extend({ account_id: id.optional().describe('The client company of the copy; the same one unless another is named') });
export type ClothingSetCopy = z.infer<typeof clothingSetCopy>;

const named = z.object({ id: z.int(), name: z.string() });

/** A clothing set as the office edits it. */
export const officeSet = z.object({
  id: z.int(),
  name: z.string(),
  account: named,
  excluded_sites: z.array(named),
  decoration: z.string().nullable(),
  version: z.int(),
  counts: z.object({
    products_count: z.int().describe('Styles'),
    priced_count: z.int().describe('Styles with a price of the set’s own'),
    people_count: z.int().describe('Active people who wear it'),
  }),
});
export type OfficeSet = z.infer<typeof officeSet>;

/** How many records of each kind a copy for another company leaves out. */
export const leftOut = z.object({
  products: z.int().describe('Styles: custom products, and those that no longer exist'),
  pictures: z.int().describe('Styles with a picture of the set’s own'),
  sites: z.int(),
  people: z.int(),
});
export type LeftOut = z.infer<typeof leftOut>;
export const copiedSet = officeSet.extend({ left_out: leftOut });

/** The price that a set gives a product. */
const price = optionalNumber(limits.money).describe('Pence, ex VAT; null is the product’s own price');

export const newSetProduct = z.object({ product_id: id, price: price.optional() });
export type NewSetProduct = z.infer<typeof newSetProduct>;

/** Several products that a set gets at once. */
export const newSetProducts = z.object({
  product_ids: z
    .array(id)
    .min(1, messages.choose_product)
    .max(limits.set_products, messages.too_many_products(limits.set_products))
    .overwrite((ids) => [...new Set(ids)]),
});
export type NewSetProducts = z.infer<typeof newSetProducts>;

const newImage = z.object({
  data: z.string().max(limits.picture_text, messages.picture_too_large).describe('A PNG or JPEG as a data URL'),
  filename: z.string().max(limits.url).optional(),
  type: z.string().max(limits.name).optional(),
});

/** The terms of a product in a set. A null decoration means the set's decoration; any other null value means the product's own value. */
const terms = z.object({
  price,
  name: optionalText(limits.name),
  description: optionalLines(limits.notes),
  parent_name: optionalText(limits.name).describe('The name of its style in this set'),
  parent_description: optionalLines(limits.notes),
  decoration: wordsText(limits.set_decorations, messages.at_most(limits.set_decorations))
    .nullable()
    .refine(isShortDecorations, decorationTooLong)
    .describe('One a line; null is the set’s, an empty text none'),
});
export type SetTerms = z.infer<typeof terms>;

export const setProductChange = terms
  .extend({
    new_image: newImage.nullable().describe('A picture of the set’s own; null removes it'),
    children: z
      .array(id)
      .min(1, messages.a_size_needed)
      .max(limits.set_products)
      .nullable()
      .describe('The SKUs that the set holds; null is all of them, also later ones'),
    prices: z
      .array(z.object({ product_id: id, price }))
      .max(limits.set_products)
      .describe('Prices of SKUs that the set holds one by one; null is the product’s own'),
    version: z.int(),
  })
  .partial();
export type SetProductChange = z.infer<typeof setProductChange>;

const media = z.array(z.object({ url: z.string() }));

/** A style in a clothing set, or a product without variations. */
export const setProduct = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string().describe('The product’s own'),
  brand: z.string().nullable(),
  category: named.nullable(),
  is_csp: z.boolean().describe('The company’s own product'),
  is_published: z.boolean(),
  media: media.describe('The set’s own picture, else the product’s'),
  colours: z.array(z.object({ name: z.string(), hex: z.string().nullable() })).describe('Of the SKUs that the set offers'),
  skus_count: z.int().describe('SKUs that can be ordered'),
  skus_held: z.int().describe('Those that the set offers'),
  holds_style: z.boolean().describe('It holds the whole style, also SKUs that come later'),
  price_from: z.int().describe('Pence, ex VAT: the product’s own'),
  price_to: z.int(),
  set_price_from: z.int().describe('Pence, ex VAT: in this set'),
  set_price_to: z.int(),
  has_set_price: z.boolean(),
  terms: terms.omit({ parent_name: true, parent_description: true }).extend({
    price: price.describe('Null is the product’s own, or several prices'),
    is_price_mixed: z.boolean(),
    image: z.string().nullable().describe('The address of the set’s own picture'),
  }),
  version: z.int(),
});
export type SetProduct = z.infer<typeof setProduct>;

/** A SKU of a style, whether a set holds it or not. */
const setChild = z.object({
  id: z.int(),
  sku: z.string(),
  colour: z.string().nullable(),
  colour_hex: z.string().nullable(),
  size: z.string().nullable(),
  price: z.int(),
  is_held: z.boolean(),
  is_orderable: z.boolean().describe('Published, and not discontinued'),
  set_price: z.int().nullable().describe('Its own price in this set'),
});
export const setProductDetails = setProduct.extend({ description: z.string(), children: z.array(setChild) });
export type SetProductDetails = z.infer<typeof setProductDetails>;

/** Somebody who wears a set. */
export const setWearer = z.object({
  id: z.int(),
  name: z.string(),
  employee_number: z.string().nullable(),
  employee_role: z.string().nullable().describe('The first of their employee roles'),
});
export type SetWearer = z.infer<typeof setWearer>;

/** The people who wear a set, counted by employee role: somebody with two roles counts in both. */
export const setWearerRoles = z.object({
  employee_roles: z.array(named.extend({ people_count: z.int() })),
  without_role_count: z.int(),
});
export type SetWearerRoles = z.infer<typeof setWearerRoles>;
