import { Hono } from 'hono';
import { lineSubstitution, manySubstitution } from '../../shared/substitution/substitute.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { substitutionResult } from './plan.ts';
import { previewLineSubstitution, substituteLine } from './substitute-line.ts';
import { previewSubstitution, substituteMany } from './substitute-many.ts';
import { affectedLines, affectedPage, affectedQuery, foundSkus, productChoices, productsQuery } from './substitution-queries.ts';

const area = 'substitution';

export const substitutionRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Open lines of an account that ask for a product', affectedPage, area), valid('query', affectedQuery), async (c) =>
    c.json(await affectedLines(reading(c), c.req.valid('query'))),
  )
  .get('/products', signedIn, describe('Products to choose from', foundSkus, area), valid('query', productsQuery), async (c) =>
    c.json(await productChoices(reading(c), c.req.valid('query'))),
  )
  .post(
    '/preview',
    signedIn,
    describe('Preview a substitution without changing anything', substitutionResult, area),
    valid('json', manySubstitution),
    async (c) => c.json(await previewSubstitution(reading(c), c.req.valid('json'))),
  )
  .post(
    '/',
    signedIn,
    describe('Substitute or replace the product of open lines', substitutionResult, area),
    valid('json', manySubstitution),
    async (c) => c.json(await runCommand(c, (ctx) => substituteMany(ctx, c.req.valid('json')))),
  );
export type SubstitutionRoutes = typeof substitutionRoutes;

export const lineSubstitutionRoutes = new Hono<Env>()
  .post(
    '/:id/substitute/preview',
    signedIn,
    describe('Preview another product on a line without changing anything', substitutionResult, area),
    valid('param', idParam),
    valid('json', lineSubstitution),
    async (c) => c.json(await previewLineSubstitution(reading(c), c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/substitute',
    signedIn,
    describe('Substitute or replace the product of a line', substitutionResult, area),
    valid('param', idParam),
    valid('json', lineSubstitution),
    async (c) => c.json(await runCommand(c, (ctx) => substituteLine(ctx, c.req.valid('param').id, c.req.valid('json')))),
  );
export type LineSubstitutionRoutes = typeof lineSubstitutionRoutes;
