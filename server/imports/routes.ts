import { type Context, Hono } from 'hono';
import { z } from 'zod';
import {
  apiToken,
  createdApiToken,
  importDetails,
  importFixes,
  importMapping,
  importPreview,
  importPreviewInput,
  importRun,
  listedImport,
  newApiToken,
  newImport,
  rollbackResult,
} from '../../shared/imports/import.ts';
import { importTypes } from '../../shared/imports/import-fields.ts';
import { pageSchema } from '../core/paging.ts';
import { csvDocument } from '../http/csv.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand, runSecretCommand } from '../http/run-command.ts';
import { signedIn, signedInForDocuments } from '../http/session.ts';
import { signedInOrToken } from '../http/token-session.ts';
import { describe, valid } from '../http/valid.ts';
import { createToken, listTokens, revokeToken } from './api-tokens.ts';
import { checkAtOnce } from './check-at-once.ts';
import { createImport } from './create-import.ts';
import { deleteMapping } from './delete-mapping.ts';
import { fixImport, readCells } from './fix-import.ts';
import { importLogFile, logColumns } from './import-log-file.ts';
import { importDetailsOf, importQuery, listImports } from './import-queries.ts';
import { listMappings } from './mapping-queries.ts';
import { hasMapping } from './plan-import.ts';
import { previewImport } from './preview-import.ts';
import { beginRollback, rollBack } from './roll-back.ts';
import { beginRun, stopRun } from './run-import.ts';
import { storeUpload } from './store-upload.ts';

const area = 'imports';

/** Store an upload; a short file is checked before the answer. */
const upload = (c: Context<Env>, input: z.output<typeof newImport>) =>
  storeUpload(reading(c), input, async (plan) => {
    const { id } = await runCommand(c, (ctx) => createImport(ctx, plan, { remember: hasMapping(input) }), 201);
    await checkAtOnce(c.var.services, id);
    return importDetailsOf(reading(c), id);
  });

const uploading = describe('Upload a file and check it; nothing else is written', importDetails, area, { status: 201, refusals: [413] });

/** The routes by which the office and machines with a token run imports. */
export const importRoutes = new Hono<Env>()
  .post(
    '/preview',
    signedIn,
    describe('The sheets, columns and first rows of a file', importPreview, area, { refusals: [413] }),
    valid('form', importPreviewInput),
    async (c) => c.json(await previewImport(reading(c), c.req.valid('form'))),
  )
  .get('/', signedInOrToken, describe('The history of imports', pageSchema(listedImport), area), valid('query', importQuery), async (c) =>
    c.json(await listImports(reading(c), c.req.valid('query'))),
  )
  .post('/', signedInOrToken, uploading, valid('form', newImport), async (c) => c.json(await upload(c, c.req.valid('form')), 201))
  .get('/:id', signedInOrToken, describe('One import with its check and its progress', importDetails, area), valid('param', idParam), async (c) =>
    c.json(await importDetailsOf(reading(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/fixes',
    signedInOrToken,
    describe('Mend cells and check the file again', importDetails, area, { refusals: [409] }),
    valid('param', idParam),
    valid('json', importFixes),
    async (c) => {
      const { id } = c.req.valid('param');
      const fixes = c.req.valid('json');
      const written = await readCells(reading(c), id, fixes);
      await runCommand(c, (ctx) => fixImport(ctx, id, fixes, written));
      await checkAtOnce(c.var.services, id);
      return c.json(await importDetailsOf(reading(c), id));
    },
  )
  .post(
    '/:id/run',
    signedInOrToken,
    describe('Run a checked import in the background', importDetails, area, { status: 202, refusals: [409] }),
    valid('param', idParam),
    valid('json', importRun),
    async (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      return c.json(await runCommand(c, (ctx) => beginRun(ctx, id, input), 202), 202);
    },
  )
  .post(
    '/:id/stop',
    signedIn,
    describe('End a run after the rows that are being written', importDetails, area, { refusals: [409] }),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => stopRun(ctx, c.req.valid('param').id))),
  )
  .post(
    '/:id/rollback',
    signedIn,
    describe('Take back what an import wrote', rollbackResult, area, { refusals: [409] }),
    valid('param', idParam),
    async (c) => {
      const { id } = c.req.valid('param');
      await runCommand(c, (ctx) => beginRollback(ctx, id));
      return c.json(await rollBack(c.var.services, id));
    },
  );
export type ImportRoutes = typeof importRoutes;

/** The log of an import, as a plain link. */
export const importDocumentRoutes = new Hono<Env>().get(
  '/:id/log.csv',
  signedInForDocuments,
  describe('The errors and the log of an import', undefined, area),
  valid('param', idParam),
  async (c) => {
    const { name, batches } = await importLogFile(reading(c), c.req.valid('param').id);
    return csvDocument(c, name, logColumns, batches);
  },
);

/** The route for uploads at the address without `/api`. */
export const importUploadRoutes = new Hono<Env>().post('/', signedInOrToken, uploading, valid('form', newImport), async (c) =>
  c.json(await upload(c, c.req.valid('form')), 201),
);

const mappingQuery = z.object({ type: z.enum(importTypes).optional() });
export const importMappingRoutes = new Hono<Env>()
  .get(
    '/',
    signedInOrToken,
    describe('The remembered mappings', z.object({ items: z.array(importMapping) }), area),
    valid('query', mappingQuery),
    async (c) => c.json(await listMappings(reading(c), c.req.valid('query'))),
  )
  .delete('/:id', signedIn, describe('Forget a mapping', undefined, area), valid('param', idParam), async (c) =>
    c.json((await runCommand(c, (ctx) => deleteMapping(ctx, c.req.valid('param').id))) ?? null),
  );
export type ImportMappingRoutes = typeof importMappingRoutes;

/** Keys with which machines upload and run imports. */
export const apiTokenRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('The API tokens', z.object({ items: z.array(apiToken) }), area), async (c) => c.json(await listTokens(reading(c))))
  .post(
    '/',
    describe('Make an API token; the answer alone contains it', createdApiToken, area, { status: 201, refusals: [409] }),
    valid('json', newApiToken),
    async (c) => c.json(await runSecretCommand(c, (ctx) => createToken(ctx, c.req.valid('json'))), 201),
  )
  .delete('/:id', describe('Revoke an API token', undefined, area), valid('param', idParam), async (c) =>
    c.json((await runCommand(c, (ctx) => revokeToken(ctx, c.req.valid('param').id))) ?? null),
  );
export type ApiTokenRoutes = typeof apiTokenRoutes;
