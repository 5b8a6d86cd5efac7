import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '../../server/core/context.ts';
import { auditRows, outbox, scheduledReports, users } from '../../server/db/tables/index.ts';
import { mailReportsJob } from '../../server/scheduled-reports/mail-reports.ts';
import { messages } from '../../shared/messages.ts';
import { reportPaths } from '../../shared/reports/report-names.ts';
import type { ReportName } from '../../shared/reports/report-queries.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const path = '/api/admin/scheduled-reports';
const weekly = { report: 'sales-per-month', format: 'xlsx', every: 'week', day: 1, recipients: ['reports@kitroom.test'] };

let w: Awaited<ReturnType<typeof clientFixture>>;
let office: Caller;
let count = 0;
const newAddress = (): string => `report${++count}@kitroom.test`;
const run = (services: Services = w.services) => mailReportsJob.run(services, null, new AbortController().signal);
const mailsTo = (...to: string[]) => w.database.reader.select().from(outbox).where(inArray(outbox.to, to)).orderBy(outbox.id);
const linkIn = (text: string): URL => new URL(/https?:\/\/\S+\/admin\/reports\/open\?\S+/.exec(text)?.[0] ?? '');
const schedule = async (values: object = {}) => {
  const { status, body } = await office.post(path, { ...weekly, ...values });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

beforeEach(async () => {
  w = await clientFixture();
  // A Friday. In each test the clock begins here, and no schedule of another test is due.
  w.setClock('2026-11-20T09:00:00.000Z');
  await w.database.unitOfWork(async (db) => void (await db.delete(scheduledReports)));
  office = await w.as('super');
});

describe('scheduled reports', () => {
  test('are created, listed, changed and deleted, each time with an audit event', async () => {
    const made = await schedule({
      query: { account: String(w.client.id), start: '2020-01-01', other: 'x' },
      recipients: ['One@Kitroom.test', 'one@kitroom.test'],
    });
    expect(made).toMatchObject({
      ...weekly,
      query: { account: w.client.id },
      recipients: ['one@kitroom.test'],
      account: { id: w.client.id, name: w.client.name },
      site: null,
      next_on: '2026-11-23',
      last_mailed_at: null,
      created_by: { id: office.id },
      version: 1,
    });
    expect((await office.get(path)).body).toMatchObject({ total: 1, items: [made] });
    expect((await office.get(`${path}/${made.id}`)).body).toEqual(made);
    const changed = (await office.put(`${path}/${made.id}`, { every: 'month', day: 28, query: {}, version: 1 })).body;
    expect(changed).toMatchObject({ query: {}, account: null, every: 'month', day: 28, next_on: '2026-11-28', version: 2 });
    expect((await office.put(`${path}/${made.id}`, { day: 2, version: 1 })).body).toMatchObject({ code: 'stale_version', current: changed });
    expect((await office.put(`${path}/${made.id}`, { format: 'pdf' })).body).toMatchObject({ format: 'pdf', next_on: '2026-11-28' });
    expect((await office.delete(`${path}/${made.id}`)).body).toEqual({ id: made.id, deleted: true });
    expect((await office.get(`${path}/${made.id}`)).status).toBe(404);
    expect((await office.delete(`${path}/${made.id}`)).status).toBe(404);
    const events = await w.database.reader.select().from(auditRows).where(eq(auditRows.on_type, 'scheduled_report')).orderBy(auditRows.id);
    expect(events.filter(({ on_id }) => on_id === made.id).map(({ what }) => what)).toEqual([
      'scheduled_report.created',
      'scheduled_report.changed',
      'scheduled_report.changed',
      'scheduled_report.deleted',
    ]);
  });

  test('are created once if the same request is sent twice', async () => {
    const key = w.key();
    const first = await office.post(path, weekly, key);
    const again = await office.post(path, weekly, key);
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await office.get(path)).body.total).toBe(1);
  });

  test('are only for people who may read the office’s reports', async () => {
    const { id } = await schedule();
    for (const role of ['warehouse', 'embroiderer', 'client_admin'] as const) {
      const by = await w.as(role, role === 'client_admin' ? { account_id: w.client.id } : {});
      const answers = [
        by.get(path),
        by.post(path, weekly),
        by.get(`${path}/${id}`),
        by.put(`${path}/${id}`, { day: 2 }),
        by.post(`${path}/${id}/send`),
        by.delete(`${path}/${id}`),
      ];
      expect(
        (await Promise.all(answers)).map(({ status }) => status),
        role,
      ).toEqual([403, 403, 403, 403, 403, 403]);
    }
  });

  test.each([
    [{ report: 'profit' }, 'report', undefined],
    [{ format: 'doc' }, 'format', undefined],
    [{ every: 'day' }, 'every', undefined],
    [{ day: 8 }, 'day', messages.weekday_invalid],
    [{ day: 0 }, 'day', undefined],
    [{ every: 'month', day: 29 }, 'day', undefined],
    [{ recipients: [] }, 'recipients', messages.recipient_needed],
    [{ recipients: ['someone'] }, 'recipients.0', messages.email_invalid],
    [{ recipients: Array.from({ length: 21 }, (_, n) => `n${n}@kitroom.test`) }, 'recipients', messages.too_many_recipients(20)],
    [{ query: { account: 0 } }, 'query.account', undefined],
    [{ query: { account: 999_999 } }, 'query.account', messages.unknown_account],
    [{ query: { site: 999_999 } }, 'query.site', messages.unknown_site],
    [{ report: 'supplier-shortfall', query: { supplier: 999_999 } }, 'query.supplier', messages.unknown_supplier],
    [{ report: 'order', query: { use_dispatch_date: 'perhaps' } }, 'query.use_dispatch_date', undefined],
  ])('with %j are refused, and the error is at %s', async (values, field, message) => {
    const { status, body } = await office.post(path, { ...weekly, ...values });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    if (message) expect(body.errors[field]).toEqual([message]);
  });

  test('are mailed to a known person only if the person is an active member of the office', async () => {
    const [active, disabled, archived] = await Promise.all(
      ['a', 'd', 'r'].map((name) => w.user('super', { email: `${name}${++count}@kitroom.test` })),
    );
    const client = await w.user('client_admin', { account_id: w.client.id, email: newAddress() });
    const change = (id: number, values: Partial<typeof users.$inferInsert>) =>
      w.database.unitOfWork(async (db) => void (await db.update(users).set(values).where(eq(users.id, id))));
    await change(disabled?.id ?? 0, { is_disabled: true });
    await change(archived?.id ?? 0, { deleted_at: w.now() });
    const recipients = [active, disabled, archived, client].map((one) => one?.email ?? '');
    expect((await office.post(path, { ...weekly, recipients })).body.errors).toEqual({
      'recipients.1': [messages.recipient_not_in_office],
      'recipients.2': [messages.recipient_not_in_office],
      'recipients.3': [messages.recipient_not_in_office],
    });

    const { id } = await schedule({ recipients: [active?.email, newAddress()] });
    await change(active?.id ?? 0, { deleted_at: w.now() });
    w.setClock('2026-11-23T05:00:00.000Z');
    await run();
    const [row] = await w.database.reader.select().from(scheduledReports).where(eq(scheduledReports.id, id));
    const mails = await mailsTo(...(row?.recipients ?? []));
    expect(mails.map(({ to }) => to)).toEqual([row?.recipients[1]]);
  });
});

describe('a report that is sent now', () => {
  test('is mailed to the same recipients for the last complete week, is in the audit log, and is mailed again on its day', async () => {
    const to = [newAddress(), newAddress()];
    const made = await schedule({ recipients: to });
    const sent = await office.post(`${path}/${made.id}/send`);
    expect(sent).toMatchObject({ status: 200, body: { id: made.id, next_on: made.next_on, last_mailed_at: w.now(), version: 2 } });
    const mails = await mailsTo(...to);
    expect(mails.map((mail) => mail.to)).toEqual(to);
    expect(Object.fromEntries(linkIn(mails[0]?.text ?? '').searchParams)).toEqual({
      report: 'sales-per-month',
      start: '2026-11-09',
      end: '2026-11-15',
      format: 'xlsx',
    });
    const events = await w.database.reader.select().from(auditRows).where(eq(auditRows.what, 'scheduled_report.sent'));
    expect(events.filter(({ on_id }) => on_id === made.id)).toMatchObject([{ after: { report: 'sales-per-month', recipients: to } }]);
    w.setClock('2026-11-23T05:00:00.000Z');
    await run();
    expect(await mailsTo(...to)).toHaveLength(4);
  });

  test('is mailed once if the request is repeated, or if two people press within a minute', async () => {
    const to = newAddress();
    const made = await schedule({ recipients: [to] });
    const key = w.key();
    const send = (headers?: Record<string, string>) => office.post(`${path}/${made.id}/send`, undefined, headers);
    expect((await send(key)).status).toBe(200);
    expect((await send(key)).headers.get('Idempotent-Replay')).toBe('true');
    expect(await send()).toMatchObject({ status: 409, body: { code: 'just_mailed', message: messages.report_just_mailed } });
    expect(await mailsTo(to)).toHaveLength(1);
    w.setClock('2026-11-20T09:01:00.000Z');
    expect((await send()).status).toBe(200);
    expect(await mailsTo(to)).toHaveLength(2);
  });

  test('is refused if none of its recipients is active in the office any more, and gets 404 if it does not exist', async () => {
    const person = await w.user('super', { email: newAddress() });
    const { id } = await schedule({ recipients: [person.email] });
    await w.database.unitOfWork(async (db) => void (await db.update(users).set({ is_disabled: true }).where(eq(users.id, person.id))));
    expect(await office.post(`${path}/${id}/send`)).toMatchObject({ status: 409, body: { code: 'no_recipients' } });
    expect((await office.get(`${path}/${id}`)).body.last_mailed_at).toBeNull();
    expect((await office.post(`${path}/999999/send`)).status).toBe(404);
  });
});

describe('the mail', () => {
  test('links to the last complete week or month, contains no data, and is sent once for each period', async () => {
    const to = newAddress();
    const made = await schedule({ recipients: [to], query: { account: w.client.id } });
    await run();
    expect(await mailsTo(to)).toEqual([]);
    w.setClock('2026-11-23T05:00:00.000Z');
    await run();
    await run();
    const [mail, ...more] = await mailsTo(to);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'scheduled_report', subject: 'Sales per month is ready', attachment: null });
    const link = linkIn(mail?.text ?? '');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      report: 'sales-per-month',
      account: String(w.client.id),
      start: '2026-11-16',
      end: '2026-11-22',
      format: 'xlsx',
    });
    expect(mail?.text).toContain('Submitted: 16/11/2026 to 22/11/2026');
    expect(mail?.text).toContain(`Client: ${w.client.name}`);
    expect(mail?.html).toContain(link.href.replaceAll('&', '&amp;'));
    expect((await (await w.as('super')).get(`${path}/${made.id}`)).body).toMatchObject({ next_on: '2026-11-30', last_mailed_at: w.now() });
    w.setClock('2026-11-30T05:00:00.000Z');
    await run();
    expect((await mailsTo(to)).map(({ text }) => linkIn(text).searchParams.get('start'))).toEqual(['2026-11-16', '2026-11-23']);
  });

  test.each([
    ['order', { use_dispatch_date: true }],
    ['stock-holding', { cost: true, sku: 'POLO' }],
    ['supplier-shortfall', {}],
    ['customer-shortfall', {}],
    ['sales-per-month', {}],
    ['invoice', {}],
  ] as [ReportName, object][])('has a link to the report %s: the office can open the report, and the floor gets 403', async (report, query) => {
    const to = newAddress();
    await schedule({ report, query, every: 'month', day: 3, format: 'csv', recipients: [to] });
    w.setClock('2026-12-03T05:00:00.000Z');
    await run();
    const [mail] = await mailsTo(to);
    const { searchParams } = linkIn(mail?.text ?? '');
    searchParams.delete('report');
    expect([searchParams.get('start'), searchParams.get('end')]).toEqual(report === 'stock-holding' ? [null, null] : ['2026-11-01', '2026-11-30']);
    const address = `${reportPaths[report]}?${searchParams}`;
    const response = await (await w.as('super')).raw(address);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    await response.body?.cancel();
    expect((await (await w.as('warehouse')).raw(address)).status).toBe(403);
    expect((await w.anyone.raw(address)).status).toBe(401);
  });

  test('is not sent by a process that is killed before its commit, and is sent once by the next run', async () => {
    const to = newAddress();
    await schedule({ recipients: [to] });
    w.setClock('2026-11-23T05:00:00.000Z');
    const killed: Services = {
      ...w.services,
      database: {
        ...w.services.database,
        unitOfWork: (work) =>
          w.services.database.unitOfWork(async (db) => {
            await work(db);
            throw new Error('killed');
          }),
      },
    };
    await expect(run(killed)).rejects.toThrow('killed');
    expect(await mailsTo(to)).toEqual([]);
    await Promise.all([run(), run()]);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  test('is sent only for the latest period if the server was off for weeks', async () => {
    const to = newAddress();
    const { id } = await schedule({ recipients: [to] });
    w.setClock('2026-12-16T05:00:00.000Z');
    await run();
    expect((await mailsTo(to)).map(({ text }) => linkIn(text).searchParams.get('start'))).toEqual(['2026-12-07']);
    expect((await (await w.as('super')).get(`${path}/${id}`)).body.next_on).toBe('2026-12-21');
  });

  test('is sent from midnight in the UK, which in summer is an hour before midnight in UTC', async () => {
    const to = newAddress();
    w.setClock('2027-06-30T10:00:00.000Z');
    office = await w.as('super');
    await schedule({ every: 'month', day: 1, recipients: [to] });
    w.setClock('2027-06-30T22:59:00.000Z');
    await run();
    expect(await mailsTo(to)).toEqual([]);
    w.setClock('2027-06-30T23:00:00.000Z');
    await run();
    expect((await mailsTo(to)).map(({ text }) => linkIn(text).searchParams.get('end'))).toEqual(['2027-06-30']);
  });
});
