import { beforeAll, expect, test } from 'vitest';
import { passwordResetEmail } from '../../server/mail/email-templates/password-reset.ts';
import { queueMail } from '../../server/mail/queue-mail.ts';
import { roles } from '../../shared/roles.ts';
import { type World, world } from '../world.ts';

const url = 'https://kit.example/reset-password?token=Zm9vYmFy_-1';
let w: World;
beforeAll(async () => {
  w = await world();
  await w.database.unitOfWork(async (db) => {
    const reset = passwordResetEmail({ name: 'Ann', url, minutes: 60 });
    await queueMail({ db, now: w.now() }, { to: 'ann@example.test', account_id: null, ...reset });
    await queueMail({ db, now: w.now() }, { to: '50%_off@example.test', account_id: null, ...reset });
  });
});

test('a super reads all mail, newest first, with masked secrets', async () => {
  const office = await w.as('super');
  const { status, body } = await office.get('/api/admin/mail');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 2,
    current_page: 1,
    items: [{ to: '50%_off@example.test' }, { to: 'ann@example.test', sent_at: null, error: null }],
  });
  expect(JSON.stringify(body)).not.toContain('Zm9vYmFy');
  expect(body.items[0].text).toContain('token=•••');
});

test('in demo mode a super sees the links of an email unmasked', async () => {
  const office = await w.as('super');
  w.services.is_demo = true;
  const { body } = await office.get('/api/admin/mail');
  w.services.is_demo = false;
  expect(body.items[0].text).toContain(url);
  expect(body.items[0].html).toContain(url);
});

test('mail is found by address and subject in upper or lower case; % and _ in the search have no special meaning', async () => {
  const office = await w.as('super');
  expect((await office.get('/api/admin/mail?search=ANN')).body.total).toBe(1);
  expect((await office.get('/api/admin/mail?search=kitroom%20password')).body.total).toBe(2);
  expect((await office.get('/api/admin/mail?search=%25_off')).body.total).toBe(1);
  expect((await office.get('/api/admin/mail?search=%25x')).body.total).toBe(0);
  expect((await office.get('/api/admin/mail?orderBy=html')).status).toBe(422);
});

test('an expired email is shown as expired even without a mail server', async () => {
  const states = async () => (await (await w.as('super')).get('/api/admin/mail')).body.items.map(({ state }: { state: string }) => state);
  expect(await states()).toEqual(['waiting', 'waiting']);
  w.setClock(60);
  expect(await states()).toEqual(['expired', 'expired']);
});

test('only a super reads mail', async () => {
  for (const role of roles.filter((role) => role !== 'super')) expect((await (await w.as(role)).get('/api/admin/mail')).status).toBe(403);
  expect((await w.anyone.get('/api/admin/mail')).status).toBe(401);
});
