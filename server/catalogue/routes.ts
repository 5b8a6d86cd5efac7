import { Hono } from 'hono';
import { z } from 'zod';
import { bulkProducts, exportedProducts } from '../../shared/catalogue/bulk-products.ts';
import { customProduct, newCustomProduct } from '../../shared/catalogue/custom-product.ts';
import { lifecycle } from '../../shared/catalogue/lifecycle.ts';
import { listedPriceChange, newPriceChange, priceChange } from '../../shared/catalogue/price-change.ts';
import { datasheet, listedProduct, newDatasheet, productChange, productSchema } from '../../shared/catalogue/product.ts';
import { sizeRun } from '../../shared/catalogue/size-run.ts';
import { discontinuation, madeVariations, newProduct, newVariations } from '../../shared/catalogue/variations.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { pageSchema } from '../core/paging.ts';
import { csvDocument } from '../http/csv.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { runParts } from '../http/run-parts.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { countedStock } from '../stock/count-stock.ts';
import { attributeChange, attributeParam, attributesOf, attributeValues, changeAttribute } from './attributes.ts';
import { autoFormatInput, autoFormatProduct, autoFormatted } from './auto-format-product.ts';
import { brandList, listBrands } from './brands.ts';
import { browseProducts, browseQuery, browseSchema } from './browse-products.ts';
import { type BulkProductsAnswer, bulkProductsAnswer, changeProducts, planBulkProducts, previewBulkProducts } from './bulk-products.ts';
import { catalogueColourList, listCatalogueColours } from './catalogue-colours.ts';
import { categoryList, listCategories } from './categories.ts';
import { saveProduct } from './change-product.ts';
import { createCustomProduct } from './create-custom-product.ts';
import { createProduct } from './create-product.ts';
import { createVariations } from './create-variations.ts';
import { discontinueVariations } from './discontinue.ts';
import { exportProducts, productColumns } from './export-products.ts';
import { inUse, inUseQuery, productsInUse } from './in-use.ts';
import { lifecycleQuery, lifecyclesOf } from './lifecycle-queries.ts';
import { matchingProducts, matchingProductsSchema } from './matching-products.ts';
import { createPriceChange, listPriceChanges, previewPriceChange, priceChangeOf, priceChangeQuery, withdrawPriceChange } from './price-changes.ts';
import { activity, activityOf, activityQuery } from './product-activity.ts';
import { cardQuery, cardSchema, productCard } from './product-card.ts';
import { deleteDatasheet, pictureForm, pictureQuery, saveDatasheet, savePicture } from './product-files.ts';
import { productQuery, readProduct, variationsOfStyle } from './product-rows.ts';
import { productPage, productSearch, searchProducts } from './search-products.ts';
import { sizeRunOf } from './size-run.ts';
import { stockDetails, stockDetailsOf } from './stock-details.ts';
import { storeDatasheet, storeProductPicture } from './store-upload.ts';

export const productRoutes = new Hono<Env>()
  .get(
    '/',
    signedIn,
    describe('The styles in clothing sets', browseSchema, 'catalogue', { refusals: [404] }),
    valid('query', browseQuery),
    async (c) => c.json(await browseProducts(reading(c), c.req.valid('query'))),
  )
  .get(
    '/:id',
    signedIn,
    describe('A product of the caller’s sets', cardSchema, 'catalogue'),
    valid('param', idParam),
    valid('query', cardQuery),
    async (c) => c.json(await productCard(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  );
export type ProductRoutes = typeof productRoutes;

export const adminProductRoutes = new Hono<Env>()
  .get(
    '/',
    signedIn,
    describe('Styles of the catalogue, or SKUs with disable_parent, found by words of their names and codes', productPage, 'catalogue', {
      refusals: [404],
    }),
    valid('query', productSearch),
    async (c) => c.json(await searchProducts(reading(c), c.req.valid('query'))),
  )
  .get(
    '/colours',
    signedIn,
    describe('The colours of the catalogue, each with the hex value and the code in SKUs that most styles give it', catalogueColourList, 'catalogue'),
    async (c) => c.json(await listCatalogueColours(reading(c))),
  )
  .get(
    '/in-use',
    signedIn,
    describe(
      'How many open orders and drafts hold some of these products, a style by its SKUs, and how many clothing sets lack their successors',
      productsInUse,
      'catalogue',
    ),
    valid('query', inUseQuery),
    async (c) => {
      const { ids, successors } = c.req.valid('query');
      return c.json(await inUse(reading(c), ids, successors));
    },
  )
  .get(
    '/lifecycles',
    signedIn,
    describe(
      'What is known of the future of some products: waiting prices, their end, their successor, what comes and who waits',
      z.object({ items: z.array(lifecycle) }),
      'catalogue',
    ),
    valid('query', lifecycleQuery),
    async (c) => c.json({ items: await lifecyclesOf(reading(c), c.req.valid('query')) }),
  )
  .get(
    '/matching',
    signedIn,
    describe('The ids and SKUs of all products in a list, over all its pages', matchingProductsSchema, 'catalogue'),
    valid('query', productSearch),
    async (c) => c.json(await matchingProducts(reading(c), c.req.valid('query'))),
  )
  .post(
    '/bulk',
    signedIn,
    describe('Change the same fields of many products, or count what that is about', bulkProductsAnswer, 'catalogue'),
    valid('json', bulkProducts, { clean: namesOutOfHtml }),
    async (c) => {
      const input = c.req.valid('json');
      if (input.preview) return c.json<BulkProductsAnswer>(await previewBulkProducts(reading(c), input));
      const parts = await runParts(
        c,
        (ctx) => planBulkProducts(ctx, input),
        (ctx, ids) => changeProducts(ctx, ids, input),
      );
      return c.json<BulkProductsAnswer>({ results: parts.flat() });
    },
  )
  .post(
    '/export',
    signedIn,
    describe('Styles with their SKUs as a CSV document that can be imported', undefined, 'catalogue'),
    valid('json', exportedProducts),
    async (c) => {
      const batches = await exportProducts(reading(c), c.req.valid('json'));
      return csvDocument(c, `products-taken-${c.get('services').clock().toISOString().slice(0, 10)}`, productColumns, batches);
    },
  )
  .get('/:id', signedIn, describe('A style or a SKU', productSchema, 'catalogue'), valid('param', idParam), valid('query', productQuery), async (c) =>
    c.json(await readProduct(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .put(
    '/:id',
    signedIn,
    describe(
      'Change fields of a product, or count its stock; 202 where a super has to confirm the count',
      z.union([productSchema, countedStock]),
      'catalogue',
      {
        status: [200, 202],
      },
    ),
    valid('param', idParam),
    valid('json', productChange, { clean: namesOutOfHtml }),
    async (c) => {
      const statusOf = (answer: object) => ('count_request' in answer && answer.count_request ? 202 : 200);
      const answer = await runCommand(c, (ctx) => saveProduct(ctx, c.req.valid('param').id, c.req.valid('json')), statusOf);
      return c.json(answer, statusOf(answer));
    },
  )
  .post(
    '/',
    signedIn,
    describe('Add a style, or a SKU to a style', productSchema, 'catalogue', { status: 201 }),
    valid('json', newProduct, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => createProduct(ctx, c.req.valid('json')), 201), 201),
  )
  .get(
    '/:id/variations',
    signedIn,
    describe('The SKUs of a style', z.object({ items: z.array(listedProduct) }), 'catalogue'),
    valid('param', idParam),
    async (c) => c.json({ items: await variationsOfStyle(reading(c), c.req.valid('param').id) }),
  )
  .get(
    '/:id/size-run',
    signedIn,
    describe('The sizes of a style with the supplier’s terms, the free items and those on order', sizeRun, 'catalogue'),
    valid('param', idParam),
    async (c) => c.json(await sizeRunOf(reading(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/variations',
    signedIn,
    describe('Make the SKUs of a matrix of colours and sizes that a style lacks; 200 for a preview', madeVariations, 'catalogue', {
      status: [200, 201],
    }),
    valid('param', idParam),
    valid('json', newVariations, { clean: namesOutOfHtml }),
    async (c) => {
      const body = c.req.valid('json');
      const status = body.preview ? 200 : 201;
      return c.json(await runCommand(c, (ctx) => createVariations(ctx, c.req.valid('param').id, body), status), status);
    },
  )
  .post(
    '/:id/variations/discontinue',
    signedIn,
    describe('Say from which day SKUs of a style are not sold any more', z.object({ items: z.array(listedProduct) }), 'catalogue'),
    valid('param', idParam),
    valid('json', discontinuation),
    async (c) => c.json(await runCommand(c, (ctx) => discontinueVariations(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/autoformat',
    signedIn,
    describe('Bring a text of a product into the form of descriptions, and store it unless it is a preview', autoFormatted, 'catalogue'),
    valid('param', idParam),
    valid('json', autoFormatInput),
    async (c) => c.json(await runCommand(c, (ctx) => autoFormatProduct(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .get(
    '/:id/attributes',
    signedIn,
    describe('The attributes of a product, with the values of the catalogue to choose from', attributeValues, 'catalogue'),
    valid('param', idParam),
    async (c) => c.json(await attributesOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id/attributes/:field',
    signedIn,
    describe('Change an attribute of a product', productSchema, 'catalogue'),
    valid('param', attributeParam),
    valid('json', attributeChange, { clean: namesOutOfHtml }),
    async (c) => {
      const { id, field } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeAttribute(ctx, id, field, c.req.valid('json'))));
    },
  )
  .get(
    '/:id/activity',
    signedIn,
    describe('The movements of a product’s stock, with the sums of the chosen time', activity, 'catalogue'),
    valid('param', idParam),
    valid('query', activityQuery),
    async (c) => c.json(await activityOf(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/datasheets',
    signedIn,
    describe('Give a product its data sheet, a PDF, in place of the one that it has', datasheet, 'catalogue', { status: 201 }),
    valid('param', idParam),
    valid('form', newDatasheet, { clean: namesOutOfHtml }),
    async (c) => {
      const form = c.req.valid('form');
      const stored = await storeDatasheet(reading(c), form.file);
      return c.json(await runCommand(c, (ctx) => saveDatasheet(ctx, c.req.valid('param').id, stored, form), 201), 201);
    },
  )
  .post(
    '/:id/image',
    signedIn,
    describe('Show a picture of a product, or of all sizes of its colour', productSchema, 'catalogue'),
    valid('param', idParam),
    valid('form', pictureForm),
    async (c) => {
      const { new_image, for_colour } = c.req.valid('form');
      const stored = await storeProductPicture(reading(c), new_image);
      return c.json(await runCommand(c, (ctx) => savePicture(ctx, c.req.valid('param').id, stored, for_colour)));
    },
  )
  .delete(
    '/:id/image',
    signedIn,
    describe('Delete a product’s picture: a SKU shows that of its style then', productSchema, 'catalogue'),
    valid('param', idParam),
    valid('query', pictureQuery),
    async (c) => c.json(await runCommand(c, (ctx) => savePicture(ctx, c.req.valid('param').id, null, c.req.valid('query').for_colour))),
  );
export type AdminProductRoutes = typeof adminProductRoutes;

export const datasheetRoutes = new Hono<Env>().delete(
  '/:id',
  signedIn,
  describe('Delete a data sheet', undefined, 'catalogue'),
  valid('param', idParam),
  async (c) => c.json(await runCommand(c, (ctx) => deleteDatasheet(ctx, c.req.valid('param').id))),
);
export type DatasheetRoutes = typeof datasheetRoutes;

export const priceChangeRoutes = new Hono<Env>()
  .use(signedIn)
  .get(
    '/',
    describe('Price changes that wait, are done or were withdrawn', pageSchema(listedPriceChange), 'catalogue'),
    valid('query', priceChangeQuery),
    async (c) => c.json(await listPriceChanges(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    describe('Change prices of many products from a day on; 200 for a preview', priceChange, 'catalogue', { status: [200, 201] }),
    valid('json', newPriceChange),
    async (c) => {
      const body = c.req.valid('json');
      if (body.preview) return c.json(await previewPriceChange(reading(c), body), 200);
      return c.json(await runCommand(c, (ctx) => createPriceChange(ctx, body), 201), 201);
    },
  )
  .get(
    '/:id',
    describe('A price change; of one that waits what it makes of the prices', priceChange, 'catalogue'),
    valid('param', idParam),
    async (c) => c.json(await priceChangeOf(reading(c), c.req.valid('param').id)),
  )
  .delete('/:id', describe('Withdraw a change of prices before its day', priceChange, 'catalogue'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => withdrawPriceChange(ctx, c.req.valid('param').id))),
  );
export type PriceChangeRoutes = typeof priceChangeRoutes;

export const brandRoutes = new Hono<Env>().get('/', signedIn, describe('The brands of the catalogue', brandList, 'catalogue'), async (c) =>
  c.json(await listBrands(reading(c))),
);
export type BrandRoutes = typeof brandRoutes;

export const categoryRoutes = new Hono<Env>().get('/', signedIn, describe('The categories of the catalogue', categoryList, 'catalogue'), async (c) =>
  c.json(await listCategories(reading(c))),
);
export type CategoryRoutes = typeof categoryRoutes;

export const skuRoutes = new Hono<Env>().get(
  '/:id/stock-details',
  signedIn,
  describe('The open orders that want a SKU, and the open purchase orders that bring it', stockDetails, 'catalogue'),
  valid('param', idParam),
  async (c) => c.json(await stockDetailsOf(reading(c), c.req.valid('param').id)),
);
export type SkuRoutes = typeof skuRoutes;

export const customProductRoutes = new Hono<Env>().post(
  '/:id/custom-products',
  signedIn,
  describe('Make a product of a client company’s own', customProduct, 'catalogue', { status: 201 }),
  valid('param', idParam),
  valid('json', newCustomProduct, { clean: namesOutOfHtml }),
  async (c) => c.json(await runCommand(c, (ctx) => createCustomProduct(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
);
export type CustomProductRoutes = typeof customProductRoutes;
