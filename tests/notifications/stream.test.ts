import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/db/db.ts';
import { endNewsStreams } from '../../server/news/watch-news.ts';
import { notify } from '../../server/notifications/notify.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const news = { title: 'Order 00001 needs your approval', message: 'Ann asks you to approve an order.', url: '/orders' };

/** Opens a stream and returns a function that reads the next unread count from it, or null at the end of the stream. */
async function listen(by: Caller) {
  const response = await by.raw('/api/notifications/stream');
  expect(response.headers.get('Content-Type')).toContain('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let rest = '';
  const next = async (): Promise<number | null> => {
    for (;;) {
      const [line, after] = [rest.slice(0, rest.indexOf('\n')), rest.slice(rest.indexOf('\n') + 1)];
      if (rest.includes('\n')) {
        rest = after;
        const { unread_count } = line.startsWith('data:') ? (JSON.parse(line.slice('data:'.length)) as { unread_count?: number }) : {};
        if (unread_count !== undefined) return unread_count;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      rest += value;
    }
  };
  return { next, leave: () => reader.cancel() };
}

/** Waits long enough for an event sent by mistake to arrive. */
const silence = () => new Promise<'silence'>((resolve) => setTimeout(() => resolve('silence'), 150));

test('the new count of notifications is sent at once, and only to the person who is notified', async () => {
  const { admin, signed, database, now } = await clientFixture();
  const other = await signed('client_admin');
  const stream = await listen(admin);
  const quiet = await listen(other);
  expect([await stream.next(), await quiet.next()]).toEqual([0, 0]);
  await database.unitOfWork((db) => notify({ db, now: now() }, [admin.id], news));
  expect(await stream.next()).toBe(1);
  const nextEvent = quiet.next();
  expect(await Promise.race([nextEvent, silence()])).toBe('silence');

  const { items } = (await admin.get('/api/notifications')).body;
  await admin.put(`/api/notifications/${items[0].id}`, { mark_as_read: true });
  expect(await stream.next()).toBe(0);
  await Promise.all([stream.leave(), quiet.leave()]);
});

test('a change that is rolled back notifies nobody', async () => {
  const { admin, database, now } = await clientFixture();
  const stream = await listen(admin);
  expect(await stream.next()).toBe(0);
  const unit = database.unitOfWork(async (db) => {
    await notify({ db, now: now() }, [admin.id], news);
    throw new Error('undone');
  });
  await expect(unit).rejects.toThrow('undone');
  const nextEvent = stream.next();
  expect(await Promise.race([nextEvent, silence()])).toBe('silence');
  await stream.leave();
});

test('a request for approval changes the count on the approver’s open stream', async () => {
  const { admin, signIn, wearer, draft, order, submit } = await clientFixture();
  const asking = await signIn(wearer);
  const stream = await listen(admin);
  expect(await stream.next()).toBe(0);
  const uuid = await draft(asking, [wearer.id]);
  await order(uuid, undefined, 1, asking);
  expect((await submit(uuid, {}, asking)).status).toBe(200);
  expect(await stream.next()).toBe(1);
  expect((await admin.get('/api/notifications')).body.items[0]).toMatchObject({ data: { url: `/orders/${uuid}` }, read_at: null });
  await stream.leave();
});

test('the notification stream of a session that has ended closes at the next event', async () => {
  const { admin, database, now } = await clientFixture();
  const stream = await listen(admin);
  expect(await stream.next()).toBe(0);
  await admin.post('/api/auth/logout');
  await database.unitOfWork((db) => notify({ db, now: now() }, [admin.id], news));
  expect(await stream.next()).toBeNull();
});

test('when the process stops, all notification streams end, and a request for a new stream is refused', async () => {
  const { admin, services } = await clientFixture();
  const stream = await listen(admin);
  expect(await stream.next()).toBe(0);
  services.is_stopping = true;
  onTestFinished(() => {
    services.is_stopping = false;
  });
  endNewsStreams();
  expect(await stream.next()).toBeNull();
  const { status, headers } = await admin.get('/api/notifications/stream');
  expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await admin.get('/readyz')).toMatchObject({ status: 503, body: { status: 'stopping' } });
  expect((await admin.get('/api/notifications')).status).toBe(200);
});

test('a notification that another process stores in the same database is sent too', async ({ skip }) => {
  const { admin, database, now, services } = await clientFixture();
  skip(database.engine !== 'postgres', 'SQLite has one process');
  const stream = await listen(admin);
  expect(await stream.next()).toBe(0);
  const elsewhere = await openDatabase(services.settings.database_url);
  await elsewhere.unitOfWork((db) => notify({ db, now: now() }, [admin.id], news));
  expect(await stream.next()).toBe(1);
  await elsewhere.close();
  await stream.leave();
});
