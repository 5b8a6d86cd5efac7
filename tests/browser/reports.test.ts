import { expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

/** Requests the sales per month on the open screen; the file that is saved. */
async function saveSales(page: Page): Promise<string> {
  const card = page.getByRole('form', { name: 'Sales per month' });
  const [download] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Generate XLSX' }).click()]);
  return download.suggestedFilename();
}

test('the office has the sales as a workbook, and the invoice report as a link that needs a date', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports`);
  const sales = page.getByRole('form', { name: 'Sales per month' });
  await expect(sales.getByLabel('Site')).toBeDisabled();
  await sales.getByRole('button', { name: 'XLSX' }).click();
  expect(await saveSales(page)).toMatch(/^sales-per-month-taken-.*\.xlsx$/);
  await expect(page.getByRole('region', { name: 'Recent reports' })).toContainText('Saved');
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  await expect(invoice.getByRole('button', { name: 'Generate CSV' })).toBeDisabled();
  await invoice.getByLabel('End Date').fill('2026-11-30');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toHaveAttribute('href', '/admin/reports/invoice/export?start=&end=2026-11-30');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toHaveAttribute('target', '_blank');
  expect(await faultsOf(page)).toEqual([]);
});

for (const [name, needsSite] of [
  ['client.admin', false],
  ['manager', false],
  ['site.admin', true],
] as const)
  test(`${name} has the sales of their own company${needsSite ? ', once a site is chosen' : ''}`, async () => {
    const page = await office.openOwnPage(`${name}@northgate.test`);
    await page.goto(`${office.product.url}/reports`);
    const sales = page.getByRole('form', { name: 'Sales per month' });
    await sales.getByRole('button', { name: 'XLSX' }).click();
    await expect(sales.getByLabel('Client')).toHaveCount(0);
    if (needsSite) {
      await expect(sales.getByRole('button', { name: 'Generate XLSX' })).toBeDisabled();
      await sales.getByLabel('Site').click();
      await page.getByRole('option').first().click();
    }
    expect(await saveSales(page)).toMatch(/^sales-per-month-taken-.*\.xlsx$/);
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });
