import { Hono } from 'hono';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listSuppliers, supplierQuery, supplierSchema } from './supplier-queries.ts';

export const supplierRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Suppliers', pageSchema(supplierSchema), 'suppliers'),
  valid('query', supplierQuery),
  async (c) => c.json(await listSuppliers(reading(c), c.req.valid('query'))),
);
export type SupplierRoutes = typeof supplierRoutes;
