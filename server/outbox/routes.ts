import { Hono } from 'hono';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listMail, mailPage, mailQuery } from './list-mail.ts';

export const mailRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Mail written by Kitroom', mailPage, 'mail'),
  valid('query', mailQuery),
  async (c) => c.json(await listMail(reading(c), c.req.valid('query'))),
);
