import { Hono } from 'hono';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { auditQuery, auditRow, auditTrail } from './audit-queries.ts';

export const auditRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('Who changed what', pageSchema(auditRow), 'audit'), valid('query', auditQuery), async (c) =>
    c.json(await auditTrail(reading(c), c.req.valid('query'))),
  );
