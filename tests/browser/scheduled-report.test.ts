import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { startMailServer } from '../mail/mail-server.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

type Mails = Awaited<ReturnType<typeof startMailServer>>;
let mails: Mails;
const office = officePage(async () => {
  mails = await startMailServer();
  return { SMTP_URL: mails.url };
});
test.afterAll(() => mails.stop());

const recipient = 'warehouse.team@kitroom.test';

/** Sets the due time of the scheduled reports, and of the job that mails them, to now. */
function letTheDayCome(): void {
  const connection = new BetterSqlite(join(office.product.data, 'kitroom.db'), { timeout: 5000 });
  const now = new Date().toISOString();
  connection.prepare('update scheduled_reports set next_on = ? where recipients like ?').run(now.slice(0, 10), `%${recipient}%`);
  connection.prepare(`update jobs set due_at = ? where kind = 'mail_reports'`).run(now);
  connection.close();
}

/** Returns the link in the mail. The mail may have wrapped the line of the link. */
const linkIn = (raw: string): string => {
  const text = raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  return /https?:\/\/\S+\/admin\/reports\/open\?[^\s"<]+/.exec(text)?.[0] ?? '';
};

async function signIn(page: Page, email: string): Promise<void> {
  const { password } = (await office.product.get(null, '/api/auth/demo')) as { password: string };
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a scheduled report is emailed as a link that only the office can open, after signing in', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/scheduled-reports`);
  await page.getByRole('link', { name: 'Schedule Report' }).click();
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Sales per month' });
  await page.getByRole('button', { name: 'XLSX' }).click();
  await page.getByLabel('Recipients').fill(recipient);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled report has been saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(recipient) })).toContainText('Every Monday');

  await page
    .getByRole('row', { name: new RegExp(recipient) })
    .getByRole('button', { name: 'Send now: Sales per month every Monday' })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Mail the report Sales per month now?' });
  await expect(question).toContainText(recipient);
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Send now' }).dblclick();
  await expect(page.getByText('Sales per month has been mailed', { exact: true })).toBeVisible();
  const mailsToRecipient = () => mails.received.filter(({ to }) => to.includes(recipient));
  await expect.poll(() => mailsToRecipient().length, { timeout: 30_000 }).toBe(1);

  letTheDayCome();
  await expect.poll(() => mailsToRecipient().length, { timeout: 30_000 }).toBe(2);
  await expect.poll(() => mails.received.find(({ to }) => to.includes(recipient))?.raw ?? '', { timeout: 30_000 }).toContain('Sales per month');
  const { raw = '' } = mails.received.find(({ to }) => to.includes(recipient)) ?? {};
  const link = linkIn(raw);
  expect(link).toMatch(new RegExp(`^${product.url}/admin/reports/open\\?report=sales-per-month&start=.*&end=.*&format=xlsx$`));
  expect(raw).not.toMatch(/Northgate|attachment/);

  const stranger = await office.openOwnPage(null);
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/sign-in/);
  await signIn(stranger, 'super@kitroom.test');
  await expect(stranger.getByRole('heading', { level: 1, name: 'Sales per month' })).toBeVisible();
  expect(await faultsOf(stranger)).toEqual([]);
  const [download] = await Promise.all([stranger.waitForEvent('download'), stranger.getByRole('button', { name: 'Download XLSX' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^sales-per-month-.*\.xlsx$/);
  await stranger.context().close();

  const client = await office.openOwnPage('client.admin@northgate.test');
  await client.goto(link);
  await expect(client.getByText('You are not allowed to read this report')).toBeVisible();
  expect(await faultsOf(client)).toEqual([]);
  await client.context().close();
});
