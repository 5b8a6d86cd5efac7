import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { askForSizesInput, chooseSizesInput, recordSizeInput } from '../../shared/sizes/size-input.ts';
import { findFile } from '../files/find-file.ts';
import { clientAddress } from '../http/client-address.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { chosenLine } from '../ordering/chosen-lines.ts';
import { askAgain, sizeRequestResult } from './ask-for-sizes.ts';
import { chooseByKitLink } from './choose-by-kit-link.ts';
import { chooseByLink } from './choose-by-link.ts';
import { enforceKitPicture, kitLinesLeft, kitLinkView } from './kit-link-queries.ts';
import { enforcePicture, linesLeft, linkSchema, linkView } from './link-queries.ts';
import { missingSizes, missingSizesSchema } from './missing-sizes-queries.ts';
import { type KitSizeLink, openLink, type SizeLink } from './open-link.ts';
import { recordSize, removeRecordedSize } from './record-size.ts';
import { sizesOnFile, sizesOnFileSchema } from './size-on-file-queries.ts';

// Any text is accepted here. `openLink` refuses invalid tokens, so that each of them is counted.
const tokenParam = z.object({ token: z.string() });
const pictureParam = tokenParam.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) });
const afterChoice = z.object({
  lines: linkSchema.shape.lines.describe('Lines that still need a size'),
  chosen_already: z.array(chosenLine).describe('Lines of the request that had a size before: they keep it'),
});

/** Whoever has a link acts as the link's wearer, but only for the lines and pictures that the link opens. */
async function enterByLink(c: Context<Env>, token: string): Promise<SizeLink | KitSizeLink> {
  const link = await openLink(c.get('services'), token, clientAddress(c));
  c.set('actor', link.wearer);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return link;
}

export const sizeRoutes = new Hono<Env>()
  .get(
    '/:token',
    describe('The lines of a size link, without a sign-in', linkSchema, 'sizes', { refusals: [429] }),
    valid('param', tokenParam),
    async (c) => {
      const { token } = c.req.valid('param');
      const link = await enterByLink(c, token);
      return c.json(await (link.kind === 'kit' ? kitLinkView(reading(c), link, token) : linkView(reading(c), link, token)));
    },
  )
  .put(
    '/:token',
    describe('Choose sizes with a size link, without a sign-in', afterChoice, 'sizes', { refusals: [429] }),
    valid('param', tokenParam),
    valid('json', chooseSizesInput),
    async (c) => {
      const { token } = c.req.valid('param');
      const link = await enterByLink(c, token);
      return c.json(
        await runCommand(c, async (ctx) => {
          const choice = c.req.valid('json');
          if (link.kind === 'kit') {
            const known = await chooseByKitLink(ctx, link, choice);
            return { lines: await kitLinesLeft(ctx, link, token), chosen_already: known };
          }
          const chosen_already = await chooseByLink(ctx, link, choice);
          return { lines: await linesLeft(ctx, link, token), chosen_already };
        }),
      );
    },
  )
  .get(
    '/:token/pictures/:hash',
    describe('A product picture of a size link, without a sign-in', undefined, 'sizes', { refusals: [429] }),
    valid('param', pictureParam),
    async (c) => {
      const { token, hash } = c.req.valid('param');
      const link = await enterByLink(c, token);
      await (link.kind === 'kit' ? enforceKitPicture(reading(c), link, hash) : enforcePicture(reading(c), link, hash));
      const { type, size, bytes } = await findFile(reading(c), hash);
      c.header('Cache-Control', 'private, max-age=31536000, immutable');
      c.header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
      c.header('Content-Type', type);
      c.header('Content-Length', String(size));
      return c.body(bytes());
    },
  );
export type SizeRoutes = typeof sizeRoutes;

export const orderSizeRoutes = new Hono<Env>()
  .get(
    '/:uuid/missing-sizes',
    signedIn,
    describe('The wearers with missing sizes on an order, and when each was asked', missingSizesSchema, 'sizes'),
    valid('param', uuidParam),
    async (c) => c.json(await missingSizes(reading(c), c.req.valid('param').uuid)),
  )
  .post(
    '/:uuid/ask-for-sizes',
    signedIn,
    describe('Send wearers another email for their missing sizes', sizeRequestResult, 'sizes'),
    valid('param', uuidParam),
    valid('json', askForSizesInput),
    async (c) => c.json(await runCommand(c, (ctx) => askAgain(ctx, c.req.valid('param').uuid, c.req.valid('json').employees))),
  );
export type OrderSizeRoutes = typeof orderSizeRoutes;

const styleParam = idParam.extend({ styleId: z.coerce.number().int().positive() });

export const employeeSizeRoutes = new Hono<Env>()
  .get('/:id/sizes', signedIn, describe('The sizes on file of a wearer, by style', sizesOnFileSchema, 'sizes'), valid('param', idParam), async (c) =>
    c.json(await sizesOnFile(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id/sizes/:styleId',
    signedIn,
    describe('Record which size of a style fits a wearer', sizesOnFileSchema, 'sizes'),
    valid('param', styleParam),
    valid('json', recordSizeInput),
    async (c) => {
      const { id, styleId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => recordSize(ctx, id, styleId, c.req.valid('json'))));
    },
  )
  .delete(
    '/:id/sizes/:styleId',
    signedIn,
    describe('Remove a recorded size of a wearer', sizesOnFileSchema, 'sizes'),
    valid('param', styleParam),
    async (c) => {
      const { id, styleId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => removeRecordedSize(ctx, id, styleId)));
    },
  );
export type EmployeeSizeRoutes = typeof employeeSizeRoutes;
