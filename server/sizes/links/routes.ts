import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type ChooseSizesInput, chooseSizesInput } from '../../../shared/sizes/size-input.ts';
import type { Ctx, Services } from '../../core/context.ts';
import { findFile } from '../../files/find-file.ts';
import { clientAddress } from '../../http/client-address.ts';
import { type Env, reading } from '../../http/request.ts';
import { runCommand } from '../../http/run-command.ts';
import { describe, valid } from '../../http/valid.ts';
import { type ChosenLine, chosenLine } from '../../ordering/chosen-lines.ts';
import { type LinkView, linkSchema } from '../link-queries.ts';
import type { SizeLink } from '../open-link.ts';

/** What the links of a kind do. */
export interface LinkCalls<Link extends Pick<SizeLink, 'wearer'>> {
  /** The link of a token; 404 for an unknown one. */
  open: (services: Services, token: string, address: string) => Promise<Link>;
  view: (ctx: Ctx, link: Link, token: string) => Promise<LinkView>;
  /** Chooses sizes. Returns the lines that had a size before: they keep it. */
  choose: (ctx: Ctx, link: Link, input: ChooseSizesInput) => Promise<ChosenLine[]>;
  /** The lines that still need a size after a choice. */
  missing: (ctx: Ctx, link: Link, token: string) => Promise<LinkView['lines']>;
  /** 404 unless the link's lines show this picture. */
  enforcePicture: (ctx: Ctx, link: Link, hash: string) => Promise<void>;
}

// Any text is accepted here. `open` refuses invalid tokens, so that each of them is counted.
const tokenParam = z.object({ token: z.string() });
const pictureParam = tokenParam.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) });
const afterChoice = z.object({
  lines: linkSchema.shape.lines.describe('Lines that still need a size'),
  chosen_already: z.array(chosenLine).describe('Lines of the request that had a size before: they keep it'),
});

/** The routes of links by which wearers choose sizes without signing in. */
export function linkRoutes<Link extends Pick<SizeLink, 'wearer'>>(area: string, noun: string, calls: LinkCalls<Link>) {
  /** Whoever has a link acts as the link's wearer, but only for the lines and pictures that the link opens. */
  const enter = async (c: Context<Env>, token: string): Promise<Link> => {
    const link = await calls.open(c.get('services'), token, clientAddress(c));
    c.set('actor', link.wearer);
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return link;
  };
  return new Hono<Env>()
    .get(
      '/:token',
      describe(`The lines of ${noun}, without a sign-in`, linkSchema, area, { refusals: [429] }),
      valid('param', tokenParam),
      async (c) => {
        const { token } = c.req.valid('param');
        const link = await enter(c, token);
        return c.json(await calls.view(reading(c), link, token));
      },
    )
    .put(
      '/:token',
      describe(`Choose sizes with ${noun}, without a sign-in`, afterChoice, area, { refusals: [429] }),
      valid('param', tokenParam),
      valid('json', chooseSizesInput),
      async (c) => {
        const { token } = c.req.valid('param');
        const link = await enter(c, token);
        return c.json(
          await runCommand(c, async (ctx) => {
            const chosen_already = await calls.choose(ctx, link, c.req.valid('json'));
            return { lines: await calls.missing(ctx, link, token), chosen_already };
          }),
        );
      },
    )
    .get(
      '/:token/pictures/:hash',
      describe(`A product picture of ${noun}, without a sign-in`, undefined, area, { refusals: [429] }),
      valid('param', pictureParam),
      async (c) => {
        const { token, hash } = c.req.valid('param');
        const link = await enter(c, token);
        await calls.enforcePicture(reading(c), link, hash);
        const { type, size, bytes } = await findFile(reading(c), hash);
        c.header('Cache-Control', 'private, max-age=31536000, immutable');
        c.header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
        c.header('Content-Type', type);
        c.header('Content-Length', String(size));
        return c.body(bytes());
      },
    );
}
