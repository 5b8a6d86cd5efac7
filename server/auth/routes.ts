import { and, eq, ne } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { demoSignIns } from '../../data/demo/sign-ins.ts';
import { limits } from '../../shared/limits.ts';
import { audit, auditEach } from '../audit/audit.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { sessions } from '../db/tables/index.ts';
import { idParam } from '../http/params.ts';
import { contextOf, type Env, reading } from '../http/request.ts';
import { bearer, documentCookie, signedIn } from '../http/session.ts';
import { addressOf } from '../http/source.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { findSession } from '../sessions/live-sessions.ts';
import { confirmEmail, confirmEmailBody } from './change-email.ts';
import {
  changePassword,
  changePasswordBody,
  forgotPassword,
  forgotPasswordBody,
  prepareNewPassword,
  resetPassword,
  resetPasswordBody,
} from './change-password.ts';
import { proveOwner, provePassword } from './credentials.ts';
import { impersonate, impersonateBody, proveImpersonator } from './impersonate.ts';
import { login, loginBody } from './login.ts';
import { proveFirstCode, startTotp, turnOffTotp, turnOnTotp, turnOnTotpBody } from './totp.ts';
import { who, whoSchema } from './who.ts';

const accepted = z.object({ accepted: z.literal(true) });
const sessionSchema = z.object({
  id: z.number(),
  device_name: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The network address of its last use. */
  address: z.string().nullable(),
  /** The super who acts as this person in the session, where one does. */
  impersonator: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  is_current: z.boolean(),
});
const signedInAnswer = whoSchema.extend({ token: z.string(), expires_at: z.string() });

/** Let this browser open documents as plain links while its session lasts. */
export const setDocumentCookie = (c: Context<Env>, token: string, expires_at: string): void =>
  setCookie(c, documentCookie, token, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: c.get('services').settings.public_url.startsWith('https:'),
    path: '/',
    expires: new Date(expires_at),
  });

export const authRoutes = new Hono<Env>()
  .post('/login', describe('Sign in', signedInAnswer, 'auth'), valid('json', loginBody), async (c) => {
    const services = c.get('services');
    const { token, expires_at } = await login(services, c.req.valid('json'), { address: addressOf(c), user_agent: c.req.header('User-Agent') });
    const session = await findSession(services.database.reader, token, services.clock().toISOString());
    if (!session) throw notFound();
    c.set('actor', session.actor);
    setDocumentCookie(c, token, expires_at);
    return c.json({ token, expires_at, ...(await who(reading(c))) });
  })
  .get(
    '/demo',
    describe(
      'The demo sign-ins, in demo mode only',
      z.object({ password: z.string(), items: z.array(z.object({ email: z.string(), label: z.string() })) }),
      'auth',
    ),
    (c) => {
      if (!c.get('services').is_demo) throw notFound();
      return c.json(demoSignIns);
    },
  )
  .get('/me', signedIn, describe('Who is signed in', whoSchema, 'auth'), async (c) => {
    // The document cookie follows the session: when the session is extended, and where the browser has lost the cookie.
    const [session] = await reading(c)
      .db.select({ expires_at: sessions.expires_at })
      .from(sessions)
      .where(eq(sessions.id, c.get('session_id')));
    const token = bearer(c);
    if (session && token) setDocumentCookie(c, token, session.expires_at);
    return c.json(await who(reading(c)));
  })
  .post('/logout', signedIn, describe('Sign out', z.object({ signed_out: z.literal(true) }), 'auth'), async (c) => {
    const { database } = c.get('services');
    await database.unitOfWork(async (db) => {
      await endSessions(db, eq(sessions.id, c.get('session_id')));
    });
    deleteCookie(c, documentCookie, { path: '/' });
    return c.json({ signed_out: true as const });
  })
  .get('/sessions', signedIn, describe('Where one is signed in', z.object({ items: z.array(sessionSchema) }), 'auth'), async (c) => {
    const { actor, now, db } = reading(c);
    const mine = await listSessions(db, actor.id, now);
    return c.json({ items: mine.map((session) => ({ ...session, is_current: session.id === c.get('session_id') })) });
  })
  .delete(
    '/sessions',
    signedIn,
    describe('End all of one’s sessions but this one', z.object({ ended: z.number().describe('How many') }), 'auth'),
    async (c) =>
      c.json(
        await write(c, async (ctx) => {
          const { db, actor } = ctx;
          // A super who acts as somebody else keeps the session from which they do.
          const others = and(eq(sessions.user_id, actor.id), ne(sessions.id, c.get('session_id')));
          const ended = await endSessions(db, others);
          await auditEach(
            ctx,
            'session.ended',
            ended.map(({ id, device_name }) => ({ on: { type: 'session', id }, before: { device_name } })),
          );
          return { ended: ended.length };
        }),
      ),
  )
  .delete(
    '/sessions/:id',
    signedIn,
    describe('End one of one’s sessions', z.object({ id: z.number() }), 'auth'),
    valid('param', idParam),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        await write(c, async (ctx) => {
          const { db, actor } = ctx;
          const [ended] = await endSessions(db, and(eq(sessions.id, id), eq(sessions.user_id, actor.id)));
          const { device_name } = requireFound(ended);
          await audit(ctx, 'session.ended', { type: 'session', id }, { device_name });
          return { id };
        }),
      );
    },
  )
  .post('/forgot-password', describe('Ask for a link that sets a new password', accepted, 'auth'), valid('json', forgotPasswordBody), async (c) => {
    await forgotPassword(c.get('services'), c.req.valid('json').email, addressOf(c));
    return c.json({ accepted: true as const }, 202);
  })
  .post('/reset-password', describe('Set a new password by a link', accepted, 'auth'), valid('json', resetPasswordBody), async (c) => {
    await resetPassword(c.get('services'), c.req.valid('json'));
    return c.json({ accepted: true as const });
  })
  .post('/change-password', signedIn, describe('Change one’s own password', accepted, 'auth'), valid('json', changePasswordBody), async (c) => {
    const password_hash = await prepareNewPassword(reading(c), c.req.valid('json'), addressOf(c));
    await write(c, (ctx) => changePassword(ctx, c.get('session_id'), password_hash));
    return c.json({ accepted: true as const });
  })
  .post(
    '/confirm-email',
    describe('Change one’s email address by a link', z.object({ email: z.string() }), 'auth'),
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
    ),
    valid('json', z.object({ password: z.string().min(1).max(limits.password_max).optional() })),
    async (c) => {
      await proveOwner(reading(c), c.get('session_id'), c.req.valid('json').password, addressOf(c));
      // Not by `write`: an answer stored under an Idempotency-Key would hold the secret in plain text.
      const services = c.get('services');
      return c.json(await services.database.unitOfWork((db) => startTotp(contextOf(c, db))));
    },
  )
  .put(
    '/totp',
    signedIn,
    describe('Turn one’s second factor on', z.object({ has_totp: z.literal(true) }), 'auth'),
    valid('json', turnOnTotpBody),
    async (c) => {
      const step = await proveFirstCode(reading(c), c.req.valid('json').code);
      return c.json(await write(c, (ctx) => turnOnTotp(ctx, step)));
    },
  )
  .delete(
    '/totp',
    signedIn,
    describe('Turn one’s second factor off', z.object({ has_totp: z.literal(false) }), 'auth'),
    valid('json', z.object({ password: z.string().min(1).max(limits.password_max) })),
    async (c) => {
      await provePassword(reading(c), c.req.valid('json').password, addressOf(c), 'password');
      return c.json(await write(c, turnOffTotp));
    },
  );

export const impersonateRoutes = new Hono<Env>()
  .use(signedIn)
  .post(
    '/take/:id',
    describe('Act as somebody else for an hour', signedInAnswer, 'auth'),
    valid('param', idParam),
    valid('json', impersonateBody),
    async (c) => {
      const services = c.get('services');
      const { id } = c.req.valid('param');
      const body = c.req.valid('json');
      const from = { session_id: c.get('session_id'), address: addressOf(c), user_agent: c.req.header('User-Agent') };
      await proveImpersonator(reading(c), id, body, from.address);
      const { token, expires_at } = await services.database.unitOfWork((db) => impersonate(contextOf(c, db), id, body, from));
      const session = requireFound(await findSession(services.database.reader, token, services.clock().toISOString()));
      c.set('actor', session.actor);
      setDocumentCookie(c, token, expires_at);
      return c.json({ token, expires_at, ...(await who(reading(c))) });
    },
  );
