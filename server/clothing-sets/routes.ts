import { Hono } from 'hono';
import { z } from 'zod';
import {
  clothingSetChange,
  clothingSetCopy,
  copiedSet,
  newClothingSet,
  newSetProduct,
  newSetProducts,
  officeSet,
  setProduct,
  setProductChange,
  setProductDetails,
  setWearer,
  setWearerRoles,
} from '../../shared/clothing-sets/clothing-set.ts';
import { setStylePrices } from '../../shared/clothing-sets/style-prices.ts';
import { newSetSuccessors, removedSetSuccessors, setSuccessors, setWithoutSuccessor } from '../../shared/clothing-sets/successors.ts';
import { bulkResult } from '../core/bulk.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { runParts } from '../http/run-parts.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { addSuccessors, planRemoval, planSuccessors, removeSuccessors } from './add-successors.ts';
import { copySet } from './copy-set.ts';
import { deleteSet } from './delete-set.ts';
import { excludeSites, excludeSitesBody } from './exclude-sites.ts';
import { listOfficeSets, listWearers, officeSetOf, officeSetQuery, setPeopleQuery } from './office-set-queries.ts';
import { changeSet, createSet } from './save-set.ts';
import { listSetProducts, setCategories, setProductOf, setProductQuery } from './set-product-queries.ts';
import { addSetProduct, addSetProducts, changeSetProduct, planSetProducts, removeSetProduct, storeSetPicture } from './set-products.ts';
import { clothingSet, listSets, setQuery, setSchema, wholeSetSchema } from './set-queries.ts';
import { listSetsWithoutSuccessor, pairsOf, withoutSuccessorQuery } from './sets-without-successor.ts';
import { listStylePrices, stylePricesQuery } from './style-prices.ts';

const setParam = idParam.extend({ setId: z.coerce.number().int().positive() });

export const clothingSetRoutes = new Hono<Env>()
  .get(
    '/:id/clothing-sets',
    signedIn,
    describe('The clothing sets of a client company', pageSchema(setSchema), 'clothing sets'),
    valid('param', idParam),
    valid('query', setQuery),
    async (c) => c.json(await listSets(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('A clothing set and its products', wholeSetSchema, 'clothing sets'),
    valid('param', setParam),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await clothingSet(reading(c), id, setId));
    },
  )
  .put(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('Exclude sites from a clothing set', setSchema, 'clothing sets'),
    valid('param', setParam),
    valid('json', excludeSitesBody),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => excludeSites(ctx, id, setId, c.req.valid('json'))));
    },
  );
export type ClothingSetRoutes = typeof clothingSetRoutes;

const area = 'clothing sets';
const deleted = z.object({ id: z.int(), deleted: z.literal(true) });

/** The clothing sets of one client company, for the office. */
export const accountSetRoutes = new Hono<Env>()
  .get(
    '/:id/clothing-sets',
    signedIn,
    describe('The clothing sets of a client company, as the office edits them', pageSchema(officeSet), area),
    valid('param', idParam),
    valid('query', setQuery),
    async (c) => c.json(await listOfficeSets(reading(c), { ...c.req.valid('query'), account_id: c.req.valid('param').id })),
  )
  .post(
    '/:id/clothing-sets',
    signedIn,
    describe('Add a clothing set', officeSet, area, { status: 201 }),
    valid('param', idParam),
    valid('json', newClothingSet, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => createSet(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .get(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('One clothing set, as the office edits it', officeSet, area),
    valid('param', setParam),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await officeSetOf(reading(c), setId, id));
    },
  )
  .put(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('Change a clothing set', officeSet, area),
    valid('param', setParam),
    valid('json', clothingSetChange, { clean: namesOutOfHtml }),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeSet(ctx, id, setId, c.req.valid('json'))));
    },
  )
  .delete(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('Delete a clothing set and take it from its people', deleted, area),
    valid('param', setParam),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => deleteSet(ctx, id, setId)));
    },
  )
  .post(
    '/:id/clothing-sets/:setId/copy',
    signedIn,
    describe('Copy a clothing set, also to another client company', copiedSet, area, { status: 201 }),
    valid('param', setParam),
    valid('json', clothingSetCopy, { clean: namesOutOfHtml }),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => copySet(ctx, id, setId, c.req.valid('json')), 201), 201);
    },
  );
export type AccountSetRoutes = typeof accountSetRoutes;

const productParam = idParam.extend({ productId: idParam.shape.id });

/** The contents of clothing sets, for the office. */
export const adminSetRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The clothing sets of all client companies', pageSchema(officeSet), area), valid('query', officeSetQuery), async (c) =>
    c.json(await listOfficeSets(reading(c), c.req.valid('query'))),
  )
  .get(
    '/without-successor',
    signedIn,
    describe(
      'The clothing sets that hold one of some products and not what is to follow it',
      z.object({ items: z.array(setWithoutSuccessor) }),
      area,
    ),
    valid('query', withoutSuccessorQuery),
    async (c) => {
      const { ids, successors } = c.req.valid('query');
      return c.json(await listSetsWithoutSuccessor(reading(c), pairsOf(ids, successors)));
    },
  )
  .get(
    '/style-prices',
    signedIn,
    describe('What the clothing sets that hold a style charge for it and its SKUs', z.object({ items: z.array(setStylePrices) }), area),
    valid('query', stylePricesQuery),
    async (c) => c.json(await listStylePrices(reading(c), c.req.valid('query'))),
  )
  .post(
    '/successors',
    signedIn,
    describe('Add to clothing sets the successors of what they hold, at their prices and with their decorations', setSuccessors, area),
    valid('json', newSetSuccessors),
    async (c) => {
      const input = c.req.valid('json');
      const parts = await runParts(
        c,
        (ctx) => planSuccessors(ctx, input),
        (ctx, set_id) => addSuccessors(ctx, set_id, input.successors),
      );
      return c.json({ added: parts.flat() });
    },
  )
  .delete(
    '/successors',
    signedIn,
    describe('Take successors out of clothing sets again', setSuccessors, area),
    valid('json', removedSetSuccessors),
    async (c) => {
      const parts = await runParts(c, (ctx) => planRemoval(ctx, c.req.valid('json')), removeSuccessors);
      return c.json({ added: parts.flat() });
    },
  )
  .get(
    '/:id/people',
    signedIn,
    describe('Who wears a clothing set', pageSchema(setWearer).extend(setWearerRoles.shape), area),
    valid('param', idParam),
    valid('query', setPeopleQuery),
    async (c) => c.json(await listWearers(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get(
    '/:id/products',
    signedIn,
    describe('The styles that a clothing set holds', pageSchema(setProduct).extend({ categories: setCategories }), area),
    valid('param', idParam),
    valid('query', setProductQuery),
    async (c) => c.json(await listSetProducts(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/products',
    signedIn,
    describe('Add a product to a clothing set', setProductDetails, area, { status: 201 }),
    valid('param', idParam),
    valid('json', newSetProduct, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => addSetProduct(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .post(
    '/:id/products/bulk',
    signedIn,
    describe('Add several products to a clothing set', z.object({ results: z.array(bulkResult) }), area),
    valid('param', idParam),
    valid('json', newSetProducts, { clean: namesOutOfHtml }),
    async (c) => {
      const { id } = c.req.valid('param');
      const parts = await runParts(
        c,
        (ctx) => planSetProducts(ctx, id, c.req.valid('json')),
        (ctx, ids) => addSetProducts(ctx, id, ids),
      );
      return c.json({ results: parts.flat() });
    },
  )
  .get(
    '/:id/products/:productId',
    signedIn,
    describe('A product as a clothing set holds it', setProductDetails, area),
    valid('param', productParam),
    async (c) => {
      const { id, productId } = c.req.valid('param');
      return c.json(await setProductOf(reading(c), id, productId));
    },
  )
  .put(
    '/:id/products/:productId',
    signedIn,
    describe('Change what a clothing set says of a product', setProductDetails, area),
    valid('param', productParam),
    valid('json', setProductChange, { clean: namesOutOfHtml }),
    async (c) => {
      const { id, productId } = c.req.valid('param');
      const change = c.req.valid('json');
      const picture = await storeSetPicture(reading(c), change);
      return c.json(await runCommand(c, (ctx) => changeSetProduct(ctx, id, productId, change, picture)));
    },
  )
  .delete(
    '/:id/products/:productId',
    signedIn,
    describe('Remove a product from a clothing set', deleted, area),
    valid('param', productParam),
    async (c) => {
      const { id, productId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => removeSetProduct(ctx, id, productId)));
    },
  );
export type AdminSetRoutes = typeof adminSetRoutes;
