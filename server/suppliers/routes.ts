import { Hono } from 'hono';
import { z } from 'zod';
import { newNote, note } from '../../shared/note.ts';
import { newSupplier, supplier, supplierChange, supplierWithComments } from '../../shared/suppliers/supplier.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changeSupplier, createSupplier } from './save-supplier.ts';
import { addComment, deleteComment } from './supplier-comments.ts';
import { listSuppliers, supplierOf, supplierQuery } from './supplier-queries.ts';

const area = 'suppliers';
const commentParam = z.object({ id: idParam.shape.id, commentId: idParam.shape.id });

export const supplierRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('Suppliers', pageSchema(supplier), area), valid('query', supplierQuery), async (c) =>
    c.json(await listSuppliers(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    describe('Add a supplier', supplierWithComments, area, { status: 201 }),
    valid('json', newSupplier, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => createSupplier(ctx, c.req.valid('json')), 201), 201),
  )
  .get('/:id', describe('One supplier with its notes', supplierWithComments, area), valid('param', idParam), async (c) =>
    c.json(await supplierOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    describe('Change, archive or restore a supplier', supplierWithComments, area),
    valid('param', idParam),
    valid('json', supplierChange, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => changeSupplier(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .post('/:id/comments', describe('Add a note', note, area, { status: 201 }), valid('param', idParam), valid('json', newNote), async (c) =>
    c.json(await runCommand(c, (ctx) => addComment(ctx, c.req.valid('param').id, c.req.valid('json').comment), 201), 201),
  )
  .delete('/:id/comments/:commentId', describe('Delete a note of your own', undefined, area), valid('param', commentParam), async (c) =>
    c.json(await runCommand(c, (ctx) => deleteComment(ctx, c.req.valid('param').id, c.req.valid('param').commentId))),
  );
export type SupplierRoutes = typeof supplierRoutes;
