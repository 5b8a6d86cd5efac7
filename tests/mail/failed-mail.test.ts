import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { outbox } from '../../server/db/tables/index.ts';
import { queueMail, withdrawMails } from '../../server/mail/queue-mail.ts';
import { roles } from '../../shared/roles.ts';
import { type Caller, type World, world } from '../world.ts';

let here: World;
let office: Caller;
beforeAll(async () => {
  here = await world();
  office = await here.as('super');
});

const failedIds = async (): Promise<number[]> =>
  (await office.get('/api/admin/mail?failed=1&per_page=100')).body.items.map(({ id }: { id: number }) => id);
/** Inserts an email that has failed; `values` replace its values. */
async function failedMail(values: Partial<typeof outbox.$inferInsert> = {}) {
  const now = here.now();
  const [mail] = await here.database.unitOfWork((db) =>
    db
      .insert(outbox)
      .values({
        to: 'ann@example.test',
        kind: 'order_confirmation',
        subject: 'Your order',
        text: '',
        html: '',
        created_at: now,
        due_at: now,
        expires_at: now,
        attempts: 20,
        failed_at: now,
        error: 'No such mailbox',
        ...values,
      })
      .returning(),
  );
  if (!mail) throw new Error('Nothing was inserted');
  return mail;
}
const stored = async (id: number) => (await here.database.reader.select().from(outbox).where(eq(outbox.id, id)))[0];

test.each(roles.filter((role) => role !== 'super'))('a person with the role %s neither sends an email again nor sets it aside', async (role) => {
  const person = await here.as(role);
  const { id } = await failedMail();
  for (const act of ['again', 'dismiss']) expect((await person.post(`/api/admin/mail/${act}`, { ids: [id] })).status).toBe(403);
  expect(await failedIds()).toContain(id);
});

test('an email that is sent again waits as a new one for a week, and is no longer listed as failed', async () => {
  const { id } = await failedMail();
  const key = here.key();
  const first = await office.post('/api/admin/mail/again', { ids: [id] }, key);
  expect(first).toMatchObject({ status: 200, body: { queued: 1, expired: 0 } });
  expect((await office.post('/api/admin/mail/again', { ids: [id] }, key)).body).toEqual(first.body);
  expect(await failedIds()).not.toContain(id);
  const week = new Date(Date.parse(here.now()) + 7 * 24 * 60 * 60_000).toISOString();
  expect(await stored(id)).toMatchObject({ failed_at: null, error: null, attempts: 0, due_at: here.now(), expires_at: week });
  expect((await office.post('/api/admin/mail/again', { ids: [id] })).body).toEqual({ queued: 0, expired: 0 });
  expect((await office.get('/api/admin/audit?what=mail.sent_again')).body.total).toBe(1);
});

test('an email whose link has expired is not sent again; an email whose link still opens is sent until the link expires', async () => {
  const later = new Date(Date.parse(here.now()) + 60_000).toISOString();
  const expired = await failedMail({ kind: 'password_reset' });
  const open = await failedMail({ kind: 'password_reset', expires_at: later });
  const { body } = await office.post('/api/admin/mail/again', { ids: [expired.id, open.id] });
  expect(body).toEqual({ queued: 1, expired: 1 });
  expect(await failedIds()).toContain(expired.id);
  expect(await stored(open.id)).toMatchObject({ failed_at: null, expires_at: later });
});

test('an email that is set aside stays in the list of all mail, and is no longer listed as failed', async () => {
  const { id } = await failedMail();
  const sent = await failedMail({ failed_at: null, sent_at: here.now() });
  expect((await office.post('/api/admin/mail/dismiss', { ids: [id, sent.id] })).body).toEqual({ dismissed: 1 });
  expect((await office.post('/api/admin/mail/dismiss', { ids: [id] })).body).toEqual({ dismissed: 0 });
  expect(await failedIds()).not.toContain(id);
  expect((await office.get('/api/admin/mail?per_page=100')).body.items.map((mail: { id: number }) => mail.id)).toContain(id);
});

test('an email that was withdrawn because nobody needs it does not count as failed', async () => {
  await here.database.unitOfWork(async (db) => {
    const ctx = { db, now: here.now() };
    const mail = { kind: 'approval_request' as const, subject: 'A request', text: '', html: '' };
    await queueMail(ctx, { ...mail, to: 'bo@example.test', account_id: null, topic: 'order:7' });
    await withdrawMails(ctx, ['order:7']);
    await db.update(outbox).set({ failed_at: here.now() }).where(eq(outbox.topic, 'order:7'));
  });
  expect((await office.get('/api/admin/mail?failed=1&search=bo@example')).body.total).toBe(0);
});

test('a request without ids, or with more than a hundred, is refused', async () => {
  for (const ids of [[], Array.from({ length: 101 }, (_, n) => n + 1), ['1'], [0]])
    for (const act of ['again', 'dismiss']) expect((await office.post(`/api/admin/mail/${act}`, { ids })).status).toBe(422);
});
