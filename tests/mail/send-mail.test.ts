import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBackground } from '../../server/background.ts';
import { outbox } from '../../server/db/tables/index.ts';
import { queueMail } from '../../server/mail/queue-mail.ts';
import { renderEmail } from '../../server/mail/render-email.ts';
import { LEASE, MAX_ATTEMPTS, sendDueMail } from '../../server/outbox/send-mail.ts';
import { openPostOffice } from '../../server/outbox/smtp.ts';
import { type World, world } from '../world.ts';
import { startMailServer } from './mail-server.ts';

let w: World;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  w = await world();
  server = await startMailServer();
  await w.database.unitOfWork(async (db) => {
    await db.delete(outbox);
  });
});
afterEach(() => server.stop());

const note = (subject: string) =>
  renderEmail({ kind: 'dispatched', subject, heading: 'A heading', parts: [{ paragraph: 'Some words for Łukasz' }], footer: 'Why' });

const queue = (to: string, subject = 'A subject'): Promise<void> =>
  w.database.unitOfWork((db) => queueMail({ db, now: w.now() }, { to, account_id: null, ...note(subject) }));

const sendFrom = (url: string) => sendDueMail(w.services, () => openPostOffice(url, w.services.settings), new AbortController().signal);
const mails = () => w.database.reader.select().from(outbox).orderBy(asc(outbox.id));
const minutes = (count: number): string => new Date(Date.parse(w.now()) + count * 60_000).toISOString();

describe('an email', () => {
  test('is sent to the mail server as text and HTML, and then marked as sent', async () => {
    await queue('ann@example.test', 'Your order\r\nBcc: thief@example.test');
    expect(await sendFrom(server.url)).toBe(1);

    const [mail] = server.received;
    expect(mail?.to).toEqual(['ann@example.test']);
    expect(mail?.raw).toContain('Subject: Your order Bcc: thief@example.test');
    expect(mail?.raw).toContain('text/plain');
    expect(mail?.raw).toContain('text/html');
    expect(await mails()).toMatchObject([{ sent_at: w.now(), error: null, attempts: 1, failed_at: null }]);
    expect(await sendFrom(server.url)).toBe(0);
  });

  test('is not stored if the unit of work that queued it fails', async () => {
    const failing = w.database.unitOfWork(async (db) => {
      await queueMail({ db, now: w.now() }, { to: 'ann@example.test', account_id: null, ...note('No') });
      throw new Error('the order could not be stored');
    });
    await expect(failing).rejects.toThrow('could not be stored');
    expect(await mails()).toEqual([]);
  });

  test('that is refused temporarily is sent later, and only once', async () => {
    server.setTreatment(() => 451);
    await queue('ann@example.test');
    expect(await sendFrom(server.url)).toBe(0);
    expect(await mails()).toMatchObject([
      { sent_at: null, failed_at: null, attempts: 1, due_at: minutes(1), error: expect.stringContaining('Try again later') },
    ]);

    server.setTreatment(() => null);
    expect(await sendFrom(server.url)).toBe(0);
    w.setClock(1);
    expect(await sendFrom(server.url)).toBe(1);
    expect(server.received).toHaveLength(1);
    expect(await mails()).toMatchObject([{ sent_at: w.now(), error: null, attempts: 2 }]);
  });

  test('that is refused permanently is given up with the server’s reason, and the next email is still sent', async () => {
    server.setTreatment((to) => (to.startsWith('nobody') ? 550 : null));
    await queue('nobody@example.test');
    await queue('ann@example.test');
    expect(await sendFrom(server.url)).toBe(1);
    expect(await mails()).toMatchObject([
      { sent_at: null, failed_at: w.now(), error: expect.stringContaining('No such mailbox') },
      { sent_at: w.now(), failed_at: null },
    ]);
  });

  test('without a usable address is given up', async () => {
    await queue('not an address');
    expect(await sendFrom(server.url)).toBe(0);
    expect(await mails()).toMatchObject([{ failed_at: w.now() }]);
  });

  test('is given up after the last attempt', async () => {
    server.setTreatment(() => 451);
    await queue('ann@example.test');
    await w.database.unitOfWork(async (db) => {
      await db.update(outbox).set({ attempts: MAX_ATTEMPTS - 1 });
    });
    await sendFrom(server.url);
    expect(await mails()).toMatchObject([{ attempts: MAX_ATTEMPTS, failed_at: w.now() }]);
  });
});

test('an email that has waited too long is given up: a reset link after an hour, a size link after a month, other news after a week', async () => {
  const kinds = ['password_reset', 'dispatched', 'size_request'] as const;
  for (const kind of kinds)
    await w.database.unitOfWork((db) => queueMail({ db, now: w.now() }, { ...note(kind), kind, to: `${kind}@example.test`, account_id: null }));
  const hour = 60;
  expect((await mails()).map(({ expires_at }) => expires_at)).toEqual([minutes(hour), minutes(7 * 24 * hour), minutes(30 * 24 * hour)]);
  w.setClock(hour);
  expect(await sendFrom('smtp://127.0.0.1:1')).toBe(0);
  expect(await mails()).toMatchObject([{ failed_at: w.now(), sent_at: null }, { failed_at: null }, { failed_at: null }]);
  w.setClock(7 * 24 * hour);
  expect(await sendFrom(server.url)).toBe(1);
  expect(server.received.map(({ to }) => to)).toEqual([['size_request@example.test']]);
  const office = await w.as('super');
  const { items } = (await office.get('/api/admin/mail?sortedBy=asc')).body;
  expect(items.map(({ state }: { state: string }) => state)).toEqual(['expired', 'expired', 'sent']);
});

test('while the mail server is down, each run tries only one email, and no email is lost', async () => {
  const { url } = server;
  await server.stop();
  await queue('ann@example.test');
  await queue('bob@example.test');
  expect(await sendFrom(url)).toBe(0);
  expect((await mails()).map(({ attempts, failed_at }) => ({ attempts, failed_at }))).toEqual([
    { attempts: 1, failed_at: null },
    { attempts: 0, failed_at: null },
  ]);

  server = await startMailServer();
  w.setClock(2);
  expect(await sendFrom(server.url)).toBe(2);
});

test('if two processes send mail, each email is sent once', async () => {
  await server.stop();
  server = await startMailServer({ delay: 5 });
  for (let n = 1; n <= 20; n++) await queue(`person.${n}@example.test`);
  const [first, second] = await Promise.all([sendFrom(server.url), sendFrom(server.url)]);
  expect((first ?? 0) + (second ?? 0)).toBe(20);
  expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(20);
  expect(server.received).toHaveLength(20);
});

test('an email whose sending process died is sent by another process once the lease ends, with the same message id', async () => {
  await queue('ann@example.test');
  const [mail] = await mails();
  await w.database.unitOfWork(async (db) => {
    await db
      .update(outbox)
      .set({ leased_until: new Date(Date.parse(w.now()) + LEASE).toISOString(), attempts: 1 })
      .where(eq(outbox.id, mail?.id ?? 0));
  });
  expect(await sendFrom(server.url)).toBe(0);
  w.setClock(LEASE / 60_000);
  expect(await sendFrom(server.url)).toBe(1);
  expect(server.received[0]?.raw).toContain(`<outbox-${mail?.id}-${Date.parse(mail?.created_at ?? '')}@`);
});

test('the background job sends queued mail as soon as it is poked, and stops cleanly', async () => {
  const services = { ...w.services, settings: { ...w.services.settings, SMTP_URL: server.url } };
  const background = await startBackground(services, []);
  await queue('ann@example.test');
  background.poke();
  await expect.poll(() => server.received.length, { timeout: 4_000 }).toBe(1);
  await background.stop();
  expect(await mails()).toMatchObject([{ sent_at: w.now() }]);
});
