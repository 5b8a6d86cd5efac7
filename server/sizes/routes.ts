import { Hono } from 'hono';
import { z } from 'zod';
import { askForSizesInput, recordSizeInput } from '../../shared/sizes/size-input.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { askAgain, sizeRequestResult } from './ask-for-sizes.ts';
import { chooseByKitLink } from './choose-by-kit-link.ts';
import { chooseByLink } from './choose-by-link.ts';
import { enforceKitPicture, kitLinesLeft, kitLinkView } from './kit-link-queries.ts';
import { enforcePicture, linesLeft, linkView } from './link-queries.ts';
import { linkRoutes } from './links/routes.ts';
import { missingSizes, missingSizesSchema } from './missing-sizes-queries.ts';
import { type KitSizeLink, openLink, type SizeLink } from './open-link.ts';
import { recordSize, removeRecordedSize } from './record-size.ts';
import { sizesOnFile, sizesOnFileSchema } from './size-on-file-queries.ts';

export const sizeRoutes = linkRoutes<SizeLink | KitSizeLink>('sizes', 'a size link', {
  open: openLink,
  view: (ctx, link, token) => (link.kind === 'kit' ? kitLinkView(ctx, link, token) : linkView(ctx, link, token)),
  choose: (ctx, link, input) => (link.kind === 'kit' ? chooseByKitLink(ctx, link, input) : chooseByLink(ctx, link, input)),
  missing: (ctx, link, token) => (link.kind === 'kit' ? kitLinesLeft(ctx, link, token) : linesLeft(ctx, link, token)),
  enforcePicture: (ctx, link, hash) => (link.kind === 'kit' ? enforceKitPicture(ctx, link, hash) : enforcePicture(ctx, link, hash)),
});
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
