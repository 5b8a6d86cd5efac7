import { Hono } from 'hono';
import { mailIdsInput } from '../../shared/mail/mail-ids-input.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { dismissedMail, dismissMail } from './dismiss-mail.ts';
import { listMail, mailPage, mailQuery } from './list-mail.ts';
import { sendAgain, sentAgain } from './send-again.ts';

export const mailRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('Mail written by Kitroom', mailPage, 'mail'), valid('query', mailQuery), async (c) =>
    c.json(await listMail(reading(c), c.req.valid('query'))),
  )
  .post('/again', describe('Send failed emails again', sentAgain, 'mail'), valid('json', mailIdsInput), async (c) =>
    c.json(await runCommand(c, (ctx) => sendAgain(ctx, c.req.valid('json')))),
  )
  .post('/dismiss', describe('Set failed emails aside', dismissedMail, 'mail'), valid('json', mailIdsInput), async (c) =>
    c.json(await runCommand(c, (ctx) => dismissMail(ctx, c.req.valid('json')))),
  );
