import { type Context, Hono } from 'hono';
import { z } from 'zod';
import {
  fillInput,
  lineSizes,
  listedRollout,
  previewInput,
  rollout,
  rolloutChange,
  rolloutInput,
  rolloutPerson,
  rolloutPreview,
  rolloutProgress,
  submitInput,
} from '../../shared/rollouts/rollout.ts';
import { chooseSizesInput } from '../../shared/sizes/size-input.ts';
import { pageSchema } from '../core/paging.ts';
import { findFile } from '../files/find-file.ts';
import { clientAddress } from '../http/client-address.ts';
import { csvDocument } from '../http/csv.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { chosenLine } from '../ordering/chosen-lines.ts';
import { linkSchema } from '../sizes/link-queries.ts';
import { askPeople, askResult } from './ask-people.ts';
import { fillIn, sizesOfPerson } from './choose-sizes.ts';
import { exportPeople, peopleColumns } from './export-people.ts';
import { answerByLink, enforceRolloutPicture, linesToAnswer, openRolloutLink, type RolloutLink, rolloutLinkView } from './rollout-links.ts';
import {
  listRollouts,
  peopleOfRollout,
  productSearchQuery,
  rolloutOf,
  rolloutPeopleQuery,
  rolloutProducts,
  rolloutQuery,
  searchProducts,
} from './rollout-queries.ts';
import { changeRollout, closeRollout, createRollout } from './save-rollout.ts';
import { previewRollout, retryRollout, submitRollout } from './submit-rollout.ts';

const area = 'rollouts';
const id = idParam.shape.id;
const oneParam = z.object({ id, rolloutId: id });
const personParam = oneParam.extend({ userId: id });

/** New kits for many people of a client company at once. */
export const rolloutRoutes = new Hono<Env>()
  .get(
    '/:id/rollouts',
    signedIn,
    describe('The roll-outs of a client company', pageSchema(listedRollout), area),
    valid('param', idParam),
    valid('query', rolloutQuery),
    async (c) => c.json(await listRollouts(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/rollouts',
    signedIn,
    describe('Make the draft of a roll-out', rollout, area, { status: 201 }),
    valid('param', idParam),
    valid('json', rolloutInput),
    async (c) => c.json(await runCommand(c, (ctx) => createRollout(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .get(
    '/:id/rollout-products',
    signedIn,
    describe('The styles of a client company from which a roll-out can be made', rolloutProducts, area),
    valid('param', idParam),
    valid('query', productSearchQuery),
    async (c) => c.json(await searchProducts(reading(c), c.req.valid('param').id, c.req.valid('query').search)),
  )
  .get('/:id/rollouts/:rolloutId', signedIn, describe('One roll-out', rollout, area), valid('param', oneParam), async (c) =>
    c.json(await rolloutOf(reading(c), c.req.valid('param').id, c.req.valid('param').rolloutId)),
  )
  .put(
    '/:id/rollouts/:rolloutId',
    signedIn,
    describe('Change the draft of a roll-out', rollout, area),
    valid('param', oneParam),
    valid('json', rolloutChange),
    async (c) => {
      const { id: account_id, rolloutId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeRollout(ctx, account_id, rolloutId, c.req.valid('json'))));
    },
  )
  .get(
    '/:id/rollouts/:rolloutId/people',
    signedIn,
    describe('The people of a roll-out', pageSchema(rolloutPerson), area),
    valid('param', oneParam),
    valid('query', rolloutPeopleQuery),
    async (c) => c.json(await peopleOfRollout(reading(c), c.req.valid('param').id, c.req.valid('param').rolloutId, c.req.valid('query'))),
  )
  .get(
    '/:id/rollouts/:rolloutId/export',
    signedIn,
    describe('The people of a roll-out with their sizes and orders as a CSV document', undefined, area),
    valid('param', oneParam),
    valid('query', rolloutPeopleQuery),
    async (c) => {
      const { id: account_id, rolloutId } = c.req.valid('param');
      const batches = await exportPeople(reading(c), account_id, rolloutId, c.req.valid('query'));
      return csvDocument(c, `roll-out-${rolloutId}`, peopleColumns, batches);
    },
  )
  .get(
    '/:id/rollouts/:rolloutId/people/:userId/sizes',
    signedIn,
    describe('The sizes from which somebody of a roll-out may choose', lineSizes, area),
    valid('param', personParam),
    async (c) => {
      const { id: account_id, rolloutId, userId } = c.req.valid('param');
      return c.json(await sizesOfPerson(reading(c), account_id, rolloutId, userId));
    },
  )
  .put(
    '/:id/rollouts/:rolloutId/people/:userId',
    signedIn,
    describe('Fill in the sizes of somebody', rolloutPerson, area),
    valid('param', personParam),
    valid('json', fillInput),
    async (c) => {
      const { id: account_id, rolloutId, userId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => fillIn(ctx, account_id, rolloutId, userId, c.req.valid('json'))));
    },
  )
  .post('/:id/rollouts/:rolloutId/ask', signedIn, describe('Ask people for their sizes', askResult, area), valid('param', oneParam), async (c) => {
    const { id: account_id, rolloutId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => askPeople(ctx, account_id, rolloutId)));
  })
  .post('/:id/rollouts/:rolloutId/close', signedIn, describe('Close a roll-out', rollout, area), valid('param', oneParam), async (c) => {
    const { id: account_id, rolloutId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => closeRollout(ctx, account_id, rolloutId)));
  })
  .post(
    '/:id/rollouts/:rolloutId/preview',
    signedIn,
    describe('What sending the orders now would do', rolloutPreview, area),
    valid('param', oneParam),
    valid('json', previewInput),
    async (c) => {
      const { id: account_id, rolloutId } = c.req.valid('param');
      return c.json(await previewRollout(reading(c), account_id, rolloutId, c.req.valid('json').include_unanswered));
    },
  )
  .post(
    '/:id/rollouts/:rolloutId/submit',
    signedIn,
    describe('Send the orders of a roll-out', rolloutProgress, area, { status: 202 }),
    valid('param', oneParam),
    valid('json', submitInput),
    async (c) => {
      const { id: account_id, rolloutId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => submitRollout(ctx, account_id, rolloutId, c.req.valid('json')), 202), 202);
    },
  )
  .post(
    '/:id/rollouts/:rolloutId/retry',
    signedIn,
    describe('Send again the orders that could not be sent', rolloutProgress, area, { status: 202 }),
    valid('param', oneParam),
    async (c) => {
      const { id: account_id, rolloutId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => retryRollout(ctx, account_id, rolloutId), 202), 202);
    },
  );
export type RolloutRoutes = typeof rolloutRoutes;

// Any text is accepted here. `openRolloutLink` refuses invalid tokens, so that each of them is counted.
const tokenParam = z.object({ token: z.string() });
const pictureParam = tokenParam.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) });
const afterChoice = z.object({
  lines: linkSchema.shape.lines.describe('Lines that still need a size'),
  chosen_already: z.array(chosenLine).describe('Lines of the request that had a size before: they keep it'),
});

/** Whoever has a link acts as the link's wearer, but only for the lines and pictures that the link opens. */
async function enterByLink(c: Context<Env>, token: string): Promise<RolloutLink> {
  const link = await openRolloutLink(c.get('services'), token, clientAddress(c));
  c.set('actor', link.wearer);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return link;
}

/** The links by which people of roll-outs choose their sizes. */
export const rolloutSizeRoutes = new Hono<Env>()
  .get(
    '/:token',
    describe('The lines of a roll-out’s link, without a sign-in', linkSchema, area, { refusals: [429] }),
    valid('param', tokenParam),
    async (c) => {
      const { token } = c.req.valid('param');
      const link = await enterByLink(c, token);
      return c.json(await rolloutLinkView(reading(c), link, token));
    },
  )
  .put(
    '/:token',
    describe('Choose sizes with a roll-out’s link, without a sign-in', afterChoice, area, { refusals: [429] }),
    valid('param', tokenParam),
    valid('json', chooseSizesInput),
    async (c) => {
      const { token } = c.req.valid('param');
      const link = await enterByLink(c, token);
      return c.json(
        await runCommand(c, async (ctx) => {
          const chosen_already = await answerByLink(ctx, link, c.req.valid('json'));
          return { lines: await linesToAnswer(ctx, link, token), chosen_already };
        }),
      );
    },
  )
  .get(
    '/:token/pictures/:hash',
    describe('A product picture of a roll-out’s link, without a sign-in', undefined, area, { refusals: [429] }),
    valid('param', pictureParam),
    async (c) => {
      const { token, hash } = c.req.valid('param');
      const link = await enterByLink(c, token);
      await enforceRolloutPicture(reading(c), link, hash);
      const { type, size, bytes } = await findFile(reading(c), hash);
      c.header('Cache-Control', 'private, max-age=31536000, immutable');
      c.header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
      c.header('Content-Type', type);
      c.header('Content-Length', String(size));
      return c.body(bytes());
    },
  );
export type RolloutSizeRoutes = typeof rolloutSizeRoutes;
