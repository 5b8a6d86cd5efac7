import { Hono } from 'hono';
import { z } from 'zod';
import { newSavedView, savedViewChange, savedViewSchema } from '../../shared/saved-views/saved-view.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { deleteView } from './delete-view.ts';
import { changeView, createView } from './save-view.ts';
import { listViews, savedViewsSchema } from './saved-view-queries.ts';

export const savedViewRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The caller’s saved views of the office’s lists', savedViewsSchema, 'saved-views'), async (c) =>
    c.json(await listViews(reading(c))),
  )
  .post('/', signedIn, describe('Save a view of a list', savedViewSchema, 'saved-views', { status: 201 }), valid('json', newSavedView), async (c) =>
    c.json(await runCommand(c, (ctx) => createView(ctx, c.req.valid('json'))), 201),
  )
  .put(
    '/:id',
    signedIn,
    describe('Rename a saved view, or replace what it shows', savedViewSchema, 'saved-views'),
    valid('param', idParam),
    valid('json', savedViewChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeView(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    signedIn,
    describe('Delete a saved view', z.object({ id: z.int(), deleted: z.literal(true) }), 'saved-views'),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => deleteView(ctx, c.req.valid('param').id))),
  );
export type SavedViewRoutes = typeof savedViewRoutes;
