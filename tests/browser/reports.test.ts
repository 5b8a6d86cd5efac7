import { expect, type Page, test } from '@playwright/test';
import { reportPaths } from '../../shared/reports/report-names.ts';
import { periodDays } from '../../shared/reports/report-periods.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();
const DAY = '2026-01-01';

/** Requests the sales per month on the open screen. Returns the downloaded file. */
async function saveSales(page: Page): Promise<string> {
  const card = page.getByRole('form', { name: 'Sales per month' });
  const [download] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Generate XLSX' }).click()]);
  return download.suggestedFilename();
}

test('the office downloads sales as a workbook; the invoice report can be generated once a date is entered', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports`);
  const sales = page.getByRole('form', { name: 'Sales per month' });
  await expect(sales.getByLabel('Site')).toBeDisabled();
  await sales.getByRole('button', { name: 'XLSX' }).click();
  const address = page.waitForRequest(/\/admin\/reports\/sales-per-month\/export\?format=xlsx$/);
  expect(await saveSales(page)).toMatch(/^sales-per-month-taken-.*\.xlsx$/);
  await address;
  await expect(page.getByRole('region', { name: 'Recent reports' })).toContainText('Saved');
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  await expect(invoice.getByRole('button', { name: 'Generate CSV' })).toBeDisabled();
  await invoice.getByLabel('End Date').fill('2026-11-30');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toHaveAttribute('href', '/admin/reports/invoice/export?start=&end=2026-11-30');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toHaveAttribute('target', '_blank');
  expect(await faultsOf(page)).toEqual([]);
});

test('a period fills in both dates of a report, and the same period once more empties them', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports`);
  const { start, end } = periodDays('last_quarter', ukDate(new Date().toISOString()));
  const days = [formatDate(start), formatDate(end)];
  for (const card of [page.getByRole('form', { name: 'Sales per month' }), page.getByRole('region', { name: 'Invoice report' })]) {
    const dates = [card.getByLabel('Start Date'), card.getByLabel('End Date')];
    const period = card.getByRole('button', { name: 'Last quarter' });
    await period.click();
    for (const [n, date] of dates.entries()) await expect(date).toHaveValue(days[n] ?? '');
    await expect(period).toHaveAttribute('aria-pressed', 'true');
    await period.click();
    for (const date of dates) await expect(date).toHaveValue('');
  }
});

test('the service worker of the installed app passes the link of every document to the server, including the invoice report', async () => {
  const { product } = office;
  const page = await office.openOwnPage('super@kitroom.test', 'allow');
  await page.goto(`${product.url}/admin/reports`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  await invoice.getByLabel('Start Date').fill(DAY);
  for (const format of ['CSV', 'XLSX', 'PDF']) {
    await invoice.getByRole('button', { name: format, exact: true }).click();
    const answered = page.context().waitForEvent('response', (response) => response.request().isNavigationRequest());
    await invoice.getByRole('link', { name: `Generate ${format}` }).click();
    expect((await answered).headers()['content-disposition']).toMatch(new RegExp(`filename="invoice-report-.*\\.${format.toLowerCase()}"`));
  }
  const { paths } = (await product.get(null, '/api/openapi.json')) as { paths: Record<string, { get?: object }> };
  const documents = Object.entries(paths).flatMap(([path, { get }]) => (get && !path.startsWith('/api/') ? [path] : []));
  expect(documents.length).toBeGreaterThan(40);
  // A worker that compares the end of an address does not recognise an address with a query.
  const addresses = documents.map((path) => `${path.replace(/\{(\w+)\}/g, (_, name) => (name === 'uuid' ? crypto.randomUUID() : '1'))}?search=none`);
  const answers = addresses.map(async (address) => {
    const response = await page.waitForResponse(product.url + address);
    return [address, response.fromServiceWorker(), response.headers()['content-type']];
  });
  // The service worker handles the loading of a frame like the loading of a new tab, and all frames load at the same time.
  await page.evaluate((all) => {
    for (const src of all) document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, addresses);
  expect(await Promise.all(answers)).toEqual(addresses.map((address) => [address, false, expect.not.stringContaining('text/html')]));
  await page.context().close();
});

for (const [name, needsSite] of [
  ['client.admin', false],
  ['manager', false],
  ['site.admin', true],
] as const)
  test(`${name} gets the sales of their own company${needsSite ? ' once they have chosen a site' : ''}`, async () => {
    const page = await office.openOwnPage(`${name}@northgate.test`);
    await page.goto(`${office.product.url}/reports`);
    const sales = page.getByRole('form', { name: 'Sales per month' });
    await sales.getByRole('button', { name: 'XLSX' }).click();
    await expect(sales.getByLabel('Client')).toHaveCount(0);
    const address = page.waitForRequest(/\/reports\/sales-per-month\/export/);
    if (needsSite) {
      await expect(sales.getByRole('button', { name: 'Generate XLSX' })).toBeDisabled();
      await sales.getByLabel('Site').click();
      await page.getByRole('option').first().click();
    }
    expect(await saveSales(page)).toMatch(/^sales-per-month-taken-.*\.xlsx$/);
    const { pathname, searchParams } = new URL((await address).url());
    expect([pathname, searchParams.get('account')]).toEqual(['/reports/sales-per-month/export', '1']);
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

const officeReports = [
  ['Order report', /^order-report-submitted-2026-01-01-to-today-taken-.*\.csv$/],
  ['Stock holding', /^stock-holding-taken-.*\.csv$/],
  ['Customer shortfall', /^customer-shortfall-2026-01-01-to-today-taken-.*\.csv$/],
  ['Supplier shortfall', /^supplier-shortfall-2026-01-01-to-today-taken-.*\.csv$/],
  ['Sales per month', /^sales-per-month-2026-01-01-to-today-taken-.*\.csv$/],
  ['Cost per head', /^cost-per-head-2026-01-01-to-.*-taken-.*\.csv$/],
  ['Allowances', /^allowances-taken-.*\.csv$/],
  ['Leavers', /^leavers-taken-.*\.csv$/],
] as const;

/** Generates a report of the open screen as CSV. Returns the name of the file. */
async function generate(page: Page, title: string): Promise<string> {
  const form = page.getByRole('form', { name: title });
  await expect(form).toBeVisible();
  const start = form.getByLabel('Start Date');
  if (await start.isVisible()) await start.fill(DAY);
  const [download] = await Promise.all([page.waitForEvent('download'), form.getByRole('button', { name: /^Generate( CSV)?$/ }).click()]);
  return download.suggestedFilename();
}

test('the office generates each report', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports`);
  for (const [title, file] of officeReports) expect(await generate(page, title)).toMatch(file);
  await expect(page.getByRole('region', { name: 'Recent reports' }).getByText('Saved', { exact: true })).toHaveCount(officeReports.length);
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  await invoice.getByLabel('Start Date').fill(DAY);
  const address = await invoice.getByRole('link', { name: 'Generate CSV' }).getAttribute('href');
  const response = await page.request.get(`${product.url}${address}`);
  expect(response.status()).toBe(200);
  expect(response.headers()['content-disposition']).toMatch(/filename="invoice-report-2026-01-01-to-today-taken-.*\.csv"$/);
});

const officePaths = Object.values(reportPaths).map((path) => `${path}?start=${DAY}`);
const clientPaths = [`/reports/orders?start=${DAY}`, `/reports/sales-per-month/export?start=${DAY}`];

const aboutPeople = ['Cost per head', 'Allowances', 'Leavers'] as const;
const aboutPeoplePaths = ['cost-per-head', 'allowances', 'leavers'].map((name) => `/reports/${name}/export`);

/** People outside the office, each with the reports that their screen offers; null if they have no reports screen. */
const others = [
  ['client.admin@northgate.test', ['Order report', 'Sales per month', ...aboutPeople]],
  ['site.admin@northgate.test', ['Order report', 'Sales per month', ...aboutPeople]],
  ['manager@northgate.test', ['Sales per month', ...aboutPeople]],
  ['self.order@northgate.test', null],
  ['employee@northgate.test', null],
  ['warehouse@kitroom.test', null],
  ['embroiderer@kitroom.test', null],
] as const;

for (const [email, titles] of others)
  test(`${email} sees ${titles ? `the reports ${titles.join(' and ')}` : 'no report'}; the server refuses all other reports`, async () => {
    const page = await office.openOwnPage(email);
    const statusOf = async (path: string): Promise<number> => (await page.request.get(office.product.url + path)).status();
    await page.goto(`${office.product.url}/reports`);
    if (titles === null) await expect(page.getByText('There is nothing at this address')).toBeVisible();
    else await expect(page.getByRole('form')).toHaveCount(titles.length);
    for (const title of titles ?? []) await expect(page.getByRole('form', { name: title })).toBeVisible();
    if (titles?.some((title) => title === 'Order report')) expect(await generate(page, 'Order report')).toMatch(/^order-report-.*\.csv$/);
    else expect(await statusOf(clientPaths[0] ?? '')).toBe(403);
    if (titles === null) for (const path of [clientPaths[1] ?? '', ...aboutPeoplePaths]) expect(await statusOf(path), path).toBe(403);
    for (const path of officePaths) expect(await statusOf(path), path).toBe(403);
    await page.goto(`${office.product.url}/admin/reports`);
    await expect(page.getByText('There is nothing at this address')).toBeVisible();
    await page.context().close();
  });
