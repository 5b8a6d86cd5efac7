import { Hono } from 'hono';
import { z } from 'zod';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listAddresses, savedAddressesSchema } from './address-queries.ts';
import { deleteAddress } from './delete-address.ts';
import { addressesAt, postcodeQuery, postcodeSchema } from './known-addresses.ts';

export const addressRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The caller’s saved addresses', savedAddressesSchema, 'addresses'), async (c) =>
    c.json(await listAddresses(reading(c))),
  )
  .delete(
    '/:id',
    signedIn,
    describe('Delete a saved address', z.object({ id: z.int(), deleted: z.literal(true) }), 'addresses'),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => deleteAddress(ctx, c.req.valid('param').id))),
  );
export type AddressRoutes = typeof addressRoutes;

export const postcodeRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Known addresses at a postcode', postcodeSchema, 'addresses'),
  valid('query', postcodeQuery),
  async (c) => c.json(await addressesAt(reading(c), c.req.valid('query').postcode)),
);
export type PostcodeRoutes = typeof postcodeRoutes;
