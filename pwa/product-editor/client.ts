import { hc } from 'hono/client';
import type { AdminProductRoutes, DatasheetRoutes } from '../../server/catalogue/routes.ts';
import type { AdminSetRoutes } from '../../server/clothing-sets/routes.ts';
import type { NewDatasheet, Product, ProductFields, SeveralFields } from '../../shared/catalogue/product.ts';
import type { Discontinuation, NewProduct, NewVariations } from '../../shared/catalogue/variations.ts';
import type { SetSuccessors } from '../../shared/clothing-sets/successors.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
const { ':id': one } = products;
const sets = hc<AdminSetRoutes>('/api/admin/clothing-sets', overTheWire);
const datasheets = hc<DatasheetRoutes>('/api/admin/datasheets', overTheWire);
const param = (id: number) => ({ id: String(id) });

/** A product with all its SKUs, the files of their pictures, and how many items of each SKU suppliers still have to deliver. */
export const readProduct = (id: string, signal: AbortSignal) =>
  answer(one.$get({ param: { id }, query: stringQuery({ include: 'children,media.files', include_on_order_count: true }) }, { init: { signal } }));
/** The attributes of a product, with the values of the catalogue. */
export const readAttributes = (id: number, signal: AbortSignal) => answer(one.attributes.$get({ param: param(id) }, { init: { signal } }));
/** Styles found by words of their names and codes. */
export const findStyles = async (search: string, signal: AbortSignal) =>
  (await answer(products.index.$get({ query: stringQuery({ fts: search, parent_only: true, per_page: 50 }) }, { init: { signal } }))).items;
/** A page of the movements of a product’s stock, with their sums. */
export const readActivity = (id: number, query: ListQuery & { type?: string; start?: string; end?: string }, signal: AbortSignal) =>
  answer(one.activity.$get({ param: param(id), query: stringQuery(query) }, { init: { signal } }));

/** Adds a style with all its SKUs. */
export const createProduct = (json: NewProduct, options: Once) => answer(products.index.$post({ json }, options));
/** Changes several fields of a product in one step. */
export const saveFields = (id: number) => async (json: SeveralFields, options: Once) =>
  (await answer(one.$put({ param: param(id), json }, options))) as Product;
/** Sets one field of one product. */
export const setField = async <Field extends keyof ProductFields>(
  { id, field, value }: { id: number; field: Field; value: ProductFields[Field] },
  options: Once,
) => (await answer(one.$put({ param: param(id), json: { field, value } as never }, options))) as Product;
/** Sets an attribute of a SKU. */
export const setAttribute = (
  { id, field, value, version }: { id: number; field: AttributeName; value: string | null; version: number },
  options: Once,
) => answer(one.attributes[':field'].$put({ param: { id: String(id), field }, json: { value, version } }, options));
type Pairs = readonly (readonly [id: number, successor_id: number])[];
/** The clothing sets that hold some of these products but not their successors. */
export const readSetsWithoutSuccessor = async (pairs: Pairs, signal: AbortSignal) => {
  const query = { ids: pairs.map(([id]) => id).join(','), successors: pairs.map(([, successor]) => successor).join(',') };
  return (await answer(sets['without-successor'].$get({ query }, { init: { signal } }))).items;
};
/** Adds successors to the clothing sets that hold their predecessors. */
export const addSuccessors = ({ set_ids, pairs }: { set_ids: readonly number[]; pairs: Pairs }, options: Once) =>
  answer(
    sets.successors.$post(
      { json: { clothing_set_ids: [...set_ids], successors: pairs.map(([product_id, successor_id]) => ({ product_id, successor_id })) } },
      options,
    ),
  );
/** Removes successors from clothing sets again. */
export const removeSuccessors = (json: SetSuccessors, options: Once) => answer(sets.successors.$delete({ json }, options));
/** Records a count of all items of a SKU on hand. */
export const countStock = (id: number) => async (value: number, options: Once) =>
  (await answer(one.$put({ param: param(id), json: { field: 'qty_available', value } }, options))) as Counted;
/** Creates the SKUs of a matrix that a style lacks, or only returns them as a preview. */
export const createVariations = (id: number) => (json: NewVariations, options: Once) =>
  answer(one.variations.$post({ param: param(id), json }, options));
/** Sets the day from which SKUs are not sold. */
export const discontinueVariations = (id: number) => (json: Discontinuation, options: Once) =>
  answer(one.variations.discontinue.$post({ param: param(id), json }, options));
/** Returns a text in the format of descriptions; nothing is stored. */
export const formatText = (id: number) => (value: string, options: Once) =>
  answer(one.autoformat.$post({ param: param(id), json: { field: 'description', value, preview: true } }, options));
/** Stores the data sheet of a product. */
export const saveDatasheet = (id: number) => (form: NewDatasheet, options: Once) => answer(one.datasheets.$post({ param: param(id), form }, options));
/** Deletes a data sheet. */
export const deleteDatasheet = (id: number, options: Once) => answer(datasheets[':id'].$delete({ param: param(id) }, options));

/** The product whose picture is changed, and whether the picture is for all sizes of the product's colour. */
export interface PictureOf {
  id: number;
  isForColour: boolean;
}
/** Stores a picture of a product in place of the one that it has. */
export const savePicture = ({ id, isForColour, file }: PictureOf & { file: File }, options: Once) =>
  answer(one.image.$post({ param: param(id), form: { new_image: file, for_colour: isForColour ? '1' : '0' } as never }, options));
/** Deletes the picture of a product. */
export const deletePicture = ({ id, isForColour }: PictureOf, options: Once) =>
  answer(one.image.$delete({ param: param(id), query: { for_colour: isForColour ? '1' : '0' } as never }, options));

export type EditedProduct = Awaited<ReturnType<typeof readProduct>>;
export type Variation = NonNullable<EditedProduct['children']>[number];
export type AttributeValues = Awaited<ReturnType<typeof readAttributes>>['items'];
export type AttributeName = AttributeValues[number]['field'];
export type Supplier = Pick<NonNullable<EditedProduct['supplier']>, 'id' | 'name'>;
export type FoundStyle = Awaited<ReturnType<typeof findStyles>>[number];
export type Movement = Awaited<ReturnType<typeof readActivity>>['items'][number];
export type Summary = Awaited<ReturnType<typeof readActivity>>['summary'];
/** The effect of a count. */
export interface Counted {
  qty_available: number;
  qty_off_shelf: number;
  taken_back: { order_line_id: number; uuid: string; order_number: string; qty: number }[];
}
