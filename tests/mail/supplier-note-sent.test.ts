import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../server/db/tables/index.ts';
import { sendDueMail } from '../../server/outbox/send-mail.ts';
import { openPostOffice } from '../../server/outbox/smtp.ts';
import { openScene } from '../endpoints/scene.ts';
import { pdfsOf, startMailServer } from './mail-server.ts';

const to = 'sales@supplier.test';

test('an approved supplier return is emailed to the supplier once, with a readable PDF of the note', async () => {
  const { supplierReturn, database, services, office } = await openScene();
  await database.unitOfWork(async (db) => {
    await db.delete(outbox);
  });
  const { id } = await supplierReturn({ approved: true });
  const server = await startMailServer();
  try {
    const send = () => sendDueMail(services, () => openPostOffice(server.url, services.settings), new AbortController().signal);
    server.setTreatment(() => 451);
    expect(await send()).toBe(0);
    server.setTreatment(() => null);
    await database.unitOfWork(async (db) => {
      await db.update(outbox).set({ due_at: services.clock().toISOString() }).where(eq(outbox.to, to));
    });
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
  } finally {
    await server.stop();
  }
  const [mail, ...more] = server.received;
  expect(more).toEqual([]);
  expect(mail?.to).toEqual([to]);
  const number = String(id).padStart(5, '0');
  expect(mail?.raw).toContain(`Subject: Supplier return ${number}`);
  const [pdf, ...others] = pdfsOf(mail?.raw ?? '');
  expect(others).toEqual([]);
  expect(pdf?.name).toBe(`supplier-return-${number}.pdf`);
  expect(pdf?.headers).toContain('Content-Disposition: attachment');
  expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf?.bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
  // The attached note is the document that the office opens from the return.
  const response = await office.raw(`/admin/supplier-returns/${id}/confirmation`);
  expect(Math.abs((await response.arrayBuffer()).byteLength - (pdf?.bytes.length ?? 0))).toBeLessThan(64);
}, 60_000);
