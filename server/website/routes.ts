import { Hono } from 'hono';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { publishedText, websiteText, websiteTexts } from '../../shared/website/website-text.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { saveTexts } from './save-website-texts.ts';
import { allTexts, listTexts, textOf } from './website-text-queries.ts';

const area = 'website';

export const adminWebsiteRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The texts of the website’s pages', allTexts, area), async (c) => c.json(await listTexts(reading(c))))
  .post(
    '/',
    signedIn,
    describe('Save all texts of the website’s pages; those that are left out are deleted', z.array(websiteText), area, { refusals: [409] }),
    valid('query', z.object({ revision: z.string().max(64).optional() })),
    valid('json', websiteTexts, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => saveTexts(ctx, c.req.valid('json'), c.req.valid('query').revision))),
  );
export type AdminWebsiteRoutes = typeof adminWebsiteRoutes;

/** The routes that the website itself calls. */
export const websiteRoutes = new Hono<Env>().get(
  '/',
  describe('The text of one page of the website', publishedText, area, { refusals: [404] }),
  valid('query', z.object({ url: z.string().min(1).max(limits.url) })),
  async (c) => c.json(await textOf(reading(c), c.req.valid('query').url)),
);
