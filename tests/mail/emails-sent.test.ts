import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { outbox } from '../../server/db/tables/index.ts';
import { sendDueMail } from '../../server/outbox/send-mail.ts';
import { openPostOffice } from '../../server/outbox/smtp.ts';
import { codeOf } from '../auth/code-of.ts';
import { openScene, type Scene } from '../endpoints/scene.ts';
import { startMailServer } from './mail-server.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});

const mails = () => scene.database.reader.select().from(outbox).orderBy(asc(outbox.id));

/** Causes each event that sends an email, once and over HTTP. */
async function doAll({
  admin,
  office,
  wearer,
  anyone,
  requested,
  submit,
  unsized,
  shipped,
  returned,
  client,
  employeeRole,
  draft,
  order,
  medium,
  person,
  signIn,
}: Scene) {
  await submit(await requested());
  await admin.post(`/api/orders/${await requested()}/decline`, { reason: 'Next year' });
  await unsized();
  await shipped();
  const back = await returned();
  await office.put(`/api/admin/returns/${back.id}/lines/${back.line}`, { qty_approved: 1 });
  await office.put(`/api/admin/returns/${back.id}`, { finalise: true });
  await anyone.post('/api/auth/forgot-password', { email: wearer.email });
  const current_password = 'a good password';
  const mover = await signIn(await person('manager', { password_hash: await hashPassword(current_password) }));
  await mover.post('/api/profile', { email: 'moved@example.test', current_password });
  const [confirm] = await scene.database.reader.select({ text: outbox.text }).from(outbox).where(eq(outbox.to, 'moved@example.test'));
  await anyone.post('/api/auth/confirm-email', { token: /token=([\w-]+)/.exec(confirm?.text ?? '')?.[1] });
  const { secret } = (await mover.post('/api/auth/totp')).body;
  await mover.put('/api/auth/totp', { code: codeOf(secret, scene.now()) });
  await employeeRole({
    account_id: client.id,
    name: 'Driver',
    holders: [wearer.id],
    is_budgeted: true,
    is_budget_forceable: true,
    budget_value: 100,
    budget_start_date: '2026-01-01',
    budget_duration: 12,
    budget_forced_alert_email: 'watch@example.test',
  });
  const uuid = await draft();
  await order(uuid, medium.id, 1);
  await submit(uuid, { force_over_budget_order: true });
}

test('each kind of email is queued by its event and reaches a mail server, as text and as HTML', async () => {
  await doAll(scene);
  const promised = await mails();
  expect([...new Set(promised.map(({ kind }) => kind))].sort()).toEqual([
    'approval_decision',
    'approval_request',
    'confirm_email',
    'dispatched',
    'email_change_requested',
    'email_changed',
    'email_in_use',
    'order_confirmation',
    'over_budget',
    'password_reset',
    'return_decided',
    'second_factor_changed',
    'size_request',
  ]);

  const server = await startMailServer();
  try {
    const { services } = scene;
    for (let sentCount = -1; sentCount !== 0; )
      sentCount = await sendDueMail(services, () => openPostOffice(server.url, services.settings), new AbortController().signal);
  } finally {
    await server.stop();
  }
  expect((await mails()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(promised.map(({ to }) => to).sort());
  for (const { raw } of server.received) {
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(raw).toMatch(/^Content-Type: text\/plain/m);
    expect(raw).toMatch(/^Content-Type: text\/html/m);
  }
});
