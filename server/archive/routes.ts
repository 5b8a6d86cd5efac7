import { Hono } from 'hono';
import { z } from 'zod';
import { openRecords } from '../../shared/ordering/open-records.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { personSchema } from '../people/person-queries.ts';
import { archivedPerson, archivePerson, deletePerson } from './archive-person.ts';
import { openRecordsOf } from './open-records.ts';
import { restorePerson } from './restore-person.ts';

const employeeParam = z.object({ id: idParam.shape.id, employeeId: idParam.shape.id });
const restored = describe('Restore an archived person', personSchema, 'people', { refusals: [422] });
const deleted = describe('Delete a person: archive them so that only a super restores them', archivedPerson, 'people');

/** Archiving and deleting a client's people, at the client's own URLs. */
export const employeeArchiveRoutes = new Hono<Env>()
  .get('/:id/open', signedIn, describe('What is not finished for a person', openRecords, 'people'), valid('param', idParam), async (c) =>
    c.json(await openRecordsOf(reading(c), c.req.valid('param').id)),
  )
  .post('/:id/archive', signedIn, describe('Archive a person', archivedPerson, 'people'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => archivePerson(ctx, c.req.valid('param').id))),
  )
  .post('/:id/restore', signedIn, restored, valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => restorePerson(ctx, c.req.valid('param').id))),
  )
  .post('/restore/:id', signedIn, restored, valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => restorePerson(ctx, c.req.valid('param').id))),
  )
  .get('/restore/:id', signedIn, restored, valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => restorePerson(ctx, c.req.valid('param').id))),
  )
  .delete('/:id', signedIn, deleted, valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => deletePerson(ctx, c.req.valid('param').id))),
  );
export type EmployeeArchiveRoutes = typeof employeeArchiveRoutes;

/** The route that deletes one of the provider's own people. */
export const userArchiveRoutes = new Hono<Env>().delete('/:id', signedIn, deleted, valid('param', idParam), async (c) =>
  c.json(await runCommand(c, (ctx) => deletePerson(ctx, c.req.valid('param').id, null))),
);
export type UserArchiveRoutes = typeof userArchiveRoutes;

/** The office's route that archives or deletes one of a client's people. */
export const accountEmployeeArchiveRoutes = new Hono<Env>().delete(
  '/:id/employees/:employeeId',
  signedIn,
  deleted,
  valid('param', employeeParam),
  async (c) => {
    const { id, employeeId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => deletePerson(ctx, employeeId, id)));
  },
);
export type AccountEmployeeArchiveRoutes = typeof accountEmployeeArchiveRoutes;
