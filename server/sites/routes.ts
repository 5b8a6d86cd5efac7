import { Hono } from 'hono';
import { z } from 'zod';
import { listedSite, newSite, site, siteChange } from '../../shared/sites/site.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { deleteSite, deleteSiteQuery } from './delete-site.ts';
import { changeSite, createSite } from './save-site.ts';
import { listSites, siteOf, siteQuery } from './site-queries.ts';

const area = 'sites';
const deletedSite = z.object({ id: z.int(), deleted: z.literal(true) });

export const siteRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('Sites to choose from', pageSchema(listedSite), area), valid('query', siteQuery), async (c) =>
    c.json(await listSites(reading(c), c.req.valid('query'))),
  )
  .post('/', describe('Add a site', site, area, { status: 201 }), valid('json', newSite, { clean: namesOutOfHtml }), async (c) =>
    c.json(await runCommand(c, (ctx) => createSite(ctx, c.req.valid('json')), 201), 201),
  )
  .get('/:id', describe('One site', site, area), valid('param', idParam), async (c) => c.json(await siteOf(reading(c), c.req.valid('param').id)))
  .put('/:id', describe('Change a site', site, area), valid('param', idParam), valid('json', siteChange, { clean: namesOutOfHtml }), async (c) =>
    c.json(await runCommand(c, (ctx) => changeSite(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    describe('Delete a site, and move people who have no other', deletedSite, area),
    valid('param', idParam),
    valid('query', deleteSiteQuery),
    async (c) => c.json(await runCommand(c, (ctx) => deleteSite(ctx, c.req.valid('param').id, c.req.valid('query')))),
  );
export type SiteRoutes = typeof siteRoutes;
