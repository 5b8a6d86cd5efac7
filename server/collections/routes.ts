import { Hono } from 'hono';
import { z } from 'zod';
import { newCollection, receiveCollectionInput } from '../../shared/collections/collection-input.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { closeCollection } from './close-collection.ts';
import { collectionOf, collectionQuery, collectionSchema, collectionsOf } from './collection-queries.ts';
import { leaverPage, leaverQuery, listLeavers } from './leaver-queries.ts';
import { openCollection } from './open-collection.ts';
import { receiveCollection } from './receive-collection.ts';

const collectionParam = idParam.extend({ collectionId: z.coerce.number().int().positive() });

/** The collections of a wearer. Their URLs begin with the URL of the person. */
export const wearerCollectionRoutes = new Hono<Env>()
  .get(
    '/:id/collections',
    signedIn,
    describe('The collections of a person, the newest first', pageSchema(collectionSchema), 'collections'),
    valid('param', idParam),
    valid('query', collectionQuery),
    async (c) => c.json(await collectionsOf(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/collections',
    signedIn,
    describe('Open a collection of what a person holds', collectionSchema, 'collections', { status: 201 }),
    valid('param', idParam),
    valid('json', newCollection),
    async (c) => c.json(await runCommand(c, (ctx) => openCollection(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .get(
    '/:id/collections/:collectionId',
    signedIn,
    describe('One collection of a person', collectionSchema, 'collections'),
    valid('param', collectionParam),
    async (c) => {
      const { id, collectionId } = c.req.valid('param');
      return c.json(await collectionOf(reading(c), id, collectionId));
    },
  );
export type WearerCollectionRoutes = typeof wearerCollectionRoutes;

/** Receiving and closing collections, for the office and the warehouse. */
export const collectionRoutes = new Hono<Env>()
  .post(
    '/:id/receive',
    signedIn,
    describe('Receive items of a collection, as absolute quantities', collectionSchema, 'collections'),
    valid('param', idParam),
    valid('json', receiveCollectionInput),
    async (c) => c.json(await runCommand(c, (ctx) => receiveCollection(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .post('/:id/close', signedIn, describe('Close a collection', collectionSchema, 'collections'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => closeCollection(ctx, c.req.valid('param').id))),
  );
export type CollectionRoutes = typeof collectionRoutes;

/** The people of a client company who leave, and what is to be done about what they hold. */
export const leaverRoutes = new Hono<Env>().get(
  '/:id/leavers',
  signedIn,
  describe('The people who leave, what they hold, and what is to be done', leaverPage, 'collections'),
  valid('param', idParam),
  valid('query', leaverQuery),
  async (c) => c.json(await listLeavers(reading(c), c.req.valid('param').id, c.req.valid('query'))),
);
export type LeaverRoutes = typeof leaverRoutes;
