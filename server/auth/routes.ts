import { Hono } from 'hono';
import { z } from 'zod';
import {
  changePasswordInput,
  forgotPasswordInput,
  impersonateInput,
  passwordProof,
  resetPasswordInput,
  revokeInput,
  turnOnTotpInput,
} from '../../shared/auth/auth-input.ts';
import { clientAddress } from '../http/client-address.ts';
import { deleteDocumentCookies, setDocumentCookies } from '../http/document-cookies.ts';
import { idParam } from '../http/params.ts';
import { contextOf, type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { bearer, signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { requireSession } from '../sessions/live-sessions.ts';
import { confirmEmail, confirmEmailBody } from './change-email.ts';
import { changePassword, forgotPassword, prepareNewPassword, resetPassword } from './change-password.ts';
import { proveOwner, provePassword } from './credentials.ts';
import { impersonate, proveImpersonator } from './impersonate.ts';
import { listDemoSignIns } from './list-demo-sign-ins.ts';
import { login, loginBody } from './login.ts';
import { endOtherSessions, endOwnSession, findSessionExpiry, listOwnSessions, revokeSession, sessionSchema, signOut } from './own-sessions.ts';
import { proveFirstCode, startTotp, turnOffTotp, turnOnTotp } from './totp.ts';
import { who, whoSchema } from './who.ts';

const accepted = z.object({ accepted: z.literal(true) });
const linkRequested = accepted.extend({ sends_mail: z.boolean().describe('A mail server is set; without one the link is not sent') });
const passwordSet = accepted.extend({ email: z.string().nullable().describe('The address with which its owner signs in') });
const signedOut = z.object({ signed_out: z.literal(true) });
const signedInAnswer = whoSchema.extend({ token: z.string(), expires_at: z.string() });

export const authRoutes = new Hono<Env>()
  .post('/login', describe('Sign in', signedInAnswer, 'auth', { refusals: [401, 429] }), valid('json', loginBody), async (c) => {
    const services = c.get('services');
    const { token, expires_at } = await login(services, c.req.valid('json'), { address: clientAddress(c), user_agent: c.req.header('User-Agent') });
    const { actor } = await requireSession(services.database.reader, token, services.clock().toISOString());
    c.set('actor', actor);
    setDocumentCookies(c, token, expires_at);
    return c.json({ token, expires_at, ...(await who(reading(c))) });
  })
  .get(
    '/demo',
    describe(
      'The demo sign-ins, in demo mode only',
      z.object({ password: z.string(), items: z.array(z.object({ email: z.string(), label: z.string() })) }),
      'auth',
      { refusals: [404] },
    ),
    (c) => c.json(listDemoSignIns(c.get('services'))),
  )
  .get('/me', signedIn, describe('Who is signed in', whoSchema, 'auth'), async (c) => {
    // The document cookies are set again when the session has been extended or the browser has lost one of them.
    const ctx = reading(c);
    const expires_at = await findSessionExpiry(ctx, c.get('session_id'));
    const token = bearer(c);
    if (expires_at && token) setDocumentCookies(c, token, expires_at);
    return c.json(await who(ctx));
  })
  .post('/logout', signedIn, describe('Sign out', signedOut, 'auth'), async (c) => {
    const services = c.get('services');
    await services.database.unitOfWork((db) => signOut(contextOf(c, db), c.get('session_id')));
    services.changed();
    deleteDocumentCookies(c);
    return c.json({ signed_out: true as const });
  })
  .post(
    '/revoke',
    describe('End a session that was signed out of without a network, by the SHA-256 of its token', signedOut, 'auth'),
    valid('json', revokeInput),
    async (c) => {
      await revokeSession(c.get('services'), c.req.valid('json').token_hash);
      return c.json({ signed_out: true as const });
    },
  )
  .get('/sessions', signedIn, describe('The caller’s sessions', z.object({ items: z.array(sessionSchema) }), 'auth'), async (c) =>
    c.json(await listOwnSessions(reading(c), c.get('session_id'))),
  )
  .delete(
    '/sessions',
    signedIn,
    describe('End all sessions of the caller but this one', z.object({ ended: z.number().describe('Number of sessions ended') }), 'auth'),
    async (c) => c.json(await runCommand(c, (ctx) => endOtherSessions(ctx, c.get('session_id')))),
  )
  .delete(
    '/sessions/:id',
    signedIn,
    describe('End one session of the caller', z.object({ id: z.number() }), 'auth'),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => endOwnSession(ctx, c.req.valid('param').id))),
  )
  .post(
    '/forgot-password',
    describe('Request a link to set a new password', linkRequested, 'auth', { status: 202, refusals: [429] }),
    valid('json', forgotPasswordInput),
    async (c) => {
      const services = c.get('services');
      await forgotPassword(services, c.req.valid('json').email, clientAddress(c));
      return c.json({ accepted: true as const, sends_mail: services.settings.SMTP_URL !== undefined }, 202);
    },
  )
  .post('/reset-password', describe('Set a new password with a link', passwordSet, 'auth'), valid('json', resetPasswordInput), async (c) => {
    const { email } = await resetPassword(c.get('services'), c.req.valid('json'));
    return c.json({ accepted: true as const, email });
  })
  .post(
    '/change-password',
    signedIn,
    describe('Change the caller’s password', accepted, 'auth', { refusals: [429] }),
    valid('json', changePasswordInput),
    async (c) => {
      const password_hash = await prepareNewPassword(reading(c), c.req.valid('json'), clientAddress(c));
      await runCommand(c, (ctx) => changePassword(ctx, c.get('session_id'), password_hash));
      return c.json({ accepted: true as const });
    },
  )
  .post(
    '/confirm-email',
    describe('Change the caller’s email address with a link', z.object({ email: z.string() }), 'auth'),
    valid('json', confirmEmailBody),
    async (c) => c.json(await confirmEmail(c.get('services'), c.req.valid('json').token)),
  )
  .post(
    '/totp',
    signedIn,
    describe(
      'Begin to set up a second factor; with the password, unless one has just signed in',
      z.object({ secret: z.string(), uri: z.string() }),
      'auth',
      { refusals: [429] },
    ),
    valid('json', passwordProof.partial()),
    async (c) => {
      await proveOwner(reading(c), c.get('session_id'), c.req.valid('json').password, clientAddress(c));
      // Without `runCommand`, because an answer stored under an Idempotency-Key would contain the secret in plain text.
      const services = c.get('services');
      return c.json(await services.database.unitOfWork((db) => startTotp(contextOf(c, db))));
    },
  )
  .put(
    '/totp',
    signedIn,
    describe('Turn on the caller’s second factor', z.object({ has_totp: z.literal(true) }), 'auth', { refusals: [429] }),
    valid('json', turnOnTotpInput),
    async (c) => {
      const step = await proveFirstCode(reading(c), c.req.valid('json').code);
      return c.json(await runCommand(c, (ctx) => turnOnTotp(ctx, step)));
    },
  )
  .delete(
    '/totp',
    signedIn,
    describe('Turn off the caller’s second factor', z.object({ has_totp: z.literal(false) }), 'auth', { refusals: [429] }),
    valid('json', passwordProof),
    async (c) => {
      await provePassword(reading(c), c.req.valid('json').password, clientAddress(c), 'password');
      return c.json(await runCommand(c, turnOffTotp));
    },
  );

export const impersonateRoutes = new Hono<Env>()
  .use(signedIn)
  .post(
    '/take/:id',
    describe('Act as somebody else for an hour', signedInAnswer, 'auth', { refusals: [429] }),
    valid('param', idParam),
    valid('json', impersonateInput),
    async (c) => {
      const services = c.get('services');
      const { id } = c.req.valid('param');
      const body = c.req.valid('json');
      const from = { session_id: c.get('session_id'), address: clientAddress(c), user_agent: c.req.header('User-Agent') };
      await proveImpersonator(reading(c), id, body, from.address);
      const { token, expires_at } = await services.database.unitOfWork((db) => impersonate(contextOf(c, db), id, body, from));
      const { actor } = await requireSession(services.database.reader, token, services.clock().toISOString());
      c.set('actor', actor);
      setDocumentCookies(c, token, expires_at);
      return c.json({ token, expires_at, ...(await who(reading(c))) });
    },
  );
