import { Hono } from 'hono';
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
import { pageSchema } from '../core/paging.ts';
import { csvDocument } from '../http/csv.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { linkRoutes } from '../sizes/links/routes.ts';
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

/** The links by which people of roll-outs choose their sizes. */
export const rolloutSizeRoutes = linkRoutes<RolloutLink>(area, 'a roll-out’s link', {
  open: openRolloutLink,
  view: rolloutLinkView,
  choose: answerByLink,
  missing: linesToAnswer,
  enforcePicture: enforceRolloutPicture,
});
export type RolloutSizeRoutes = typeof rolloutSizeRoutes;
