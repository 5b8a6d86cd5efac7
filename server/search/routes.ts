import { Hono } from 'hono';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { officeSearchQuery, officeSearchSchema, searchOffice } from './search-office.ts';

export const searchRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('What a text finds in the office: orders, people, parcels, products, accounts, purchase orders and sites', officeSearchSchema, 'search'),
  valid('query', officeSearchQuery),
  async (c) => c.json(await searchOffice(reading(c), c.req.valid('query').q)),
);
export type SearchRoutes = typeof searchRoutes;
