import { Hono } from 'hono';
import { z } from 'zod';
import { newSupplierReturn, supplierReturnChange, supplierReturnLine } from '../../shared/supplier-returns/supplier-return.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { addSupplierReturnLine, changeSupplierReturnLine, deleteSupplierReturnLine } from './change-lines.ts';
import { changeSupplierReturn } from './change-supplier-return.ts';
import { createSupplierReturn } from './create-supplier-return.ts';
import { deleteSupplierReturn } from './delete-supplier-return.ts';
import {
  listSupplierReturns,
  oneQuery,
  returnableSkus,
  supplierReturnLineSchema,
  supplierReturnListItem,
  supplierReturnOf,
  supplierReturnQuery,
  supplierReturnSchema,
  supplierSkus,
} from './supplier-return-queries.ts';

const lineParam = idParam.extend({ lineId: z.coerce.number().int().positive() });
const searchQuery = z.object({ search: z.string().trim().max(200).optional() });
const deleted = z.object({ id: z.int(), deleted: z.literal(true) });
const area = 'supplier returns';

export const supplierReturnRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Supplier returns', pageSchema(supplierReturnListItem), area), valid('query', supplierReturnQuery), async (c) =>
    c.json(await listSupplierReturns(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Begin a supplier return', supplierReturnSchema, area, { status: 201 }),
    valid('json', newSupplierReturn),
    async (c) => c.json(await runCommand(c, (ctx) => createSupplierReturn(ctx, c.req.valid('json')), 201), 201),
  )
  .get('/:id', signedIn, describe('One supplier return', supplierReturnSchema, area), valid('param', idParam), valid('query', oneQuery), async (c) =>
    c.json(await supplierReturnOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change a supplier return, or approve it', supplierReturnSchema, area),
    valid('param', idParam),
    valid('json', supplierReturnChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeSupplierReturn(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete('/:id', signedIn, describe('Delete a draft', deleted, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => deleteSupplierReturn(ctx, c.req.valid('param').id))),
  )
  .get(
    '/:id/products',
    signedIn,
    describe('SKUs that can go back to the supplier', supplierSkus, area),
    valid('param', idParam),
    valid('query', searchQuery),
    async (c) => c.json(await returnableSkus(reading(c), c.req.valid('param').id, c.req.valid('query').search)),
  )
  .post(
    '/:id/lines',
    signedIn,
    describe('Add a line, empty or filled in', supplierReturnLineSchema, area, { status: 201 }),
    valid('param', idParam),
    valid('json', supplierReturnLine),
    async (c) => c.json(await runCommand(c, (ctx) => addSupplierReturnLine(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .put(
    '/:id/lines/:lineId',
    signedIn,
    describe('Change a line', supplierReturnLineSchema, area),
    valid('param', lineParam),
    valid('json', supplierReturnLine),
    async (c) => {
      const { id, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeSupplierReturnLine(ctx, id, lineId, c.req.valid('json'))));
    },
  )
  .delete('/:id/lines/:lineId', signedIn, describe('Take a line off', deleted, area), valid('param', lineParam), async (c) => {
    const { id, lineId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => deleteSupplierReturnLine(ctx, id, lineId)));
  });
export type SupplierReturnRoutes = typeof supplierReturnRoutes;
