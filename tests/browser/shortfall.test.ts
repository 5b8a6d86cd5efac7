import { expect, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office opens the shortfall of a client, chooses SKUs and adds them to draft purchase orders', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports/shortfall`);
  const add = page.getByRole('button', { name: /^Add .* to PO$/ });
  await expect(page.getByRole('heading', { name: 'Northgate Facilities' })).toBeVisible();
  await expect(add).toBeDisabled();
  await page.getByRole('button', { name: 'Open all' }).click();
  const table = page.getByRole('region', { name: 'Northgate Facilities, table' });
  const tick = table.locator('input:enabled').first();
  await expect(tick).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const label = (await tick.getAttribute('aria-label')) ?? '';
  await tick.focus();
  await page.keyboard.press('Space');
  await expect(add).toHaveText('Add 1 product to PO');
  await add.click();
  await expect(page.getByText('Draft Purchase Orders have been automatically created for the selected lines', { exact: true })).toBeVisible();
  await expect(add).toHaveText('Add 0 products to PO');
  await expect(table.getByLabel(label)).toBeDisabled();
  await page.getByRole('button', { name: 'Open the draft' }).click();
  await expect(page.getByRole('region', { name: 'Lines' })).toBeVisible();
  await page.goBack();
  await page.getByLabel('Search shortfall').fill('no such thing');
  await expect(page.getByText('No products found on shortfall report')).toBeVisible();
});

test('under a short SKU one line says what comes for it, and the purchase order says under its line who waits', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports/shortfall`);
  await page.getByRole('button', { name: 'Open all' }).click();
  const coming = page
    .getByRole('region', { name: /, table$/ })
    .locator('.lifecycle')
    .getByRole('link', { name: /^\d+ coming on PO-\d+, due / });
  await expect(coming.first()).toBeVisible();
  await expect(page.locator('.shortfall-table .lifecycle').filter({ hasText: /waits? for/ })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  const reference = /PO-\d+/.exec((await coming.first().textContent()) ?? '')?.[0] ?? '';
  await coming.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect(
    lines
      .locator('.lifecycle')
      .filter({ hasText: /orders? waits? for \d+ items?/ })
      .first(),
  ).toBeVisible();
  await expect(lines.locator('.lifecycle').filter({ hasText: `coming on ${reference}` })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('the office changes the proposed quantity of a SKU, sees the draft that results, and orders the changed quantity', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports/shortfall`);
  await page.getByRole('button', { name: 'Open all' }).click();
  const table = page.getByRole('region', { name: 'Northgate Facilities, table' });
  const quantity = table.getByLabel(/^To order of /).first();
  const sku = (await quantity.getAttribute('aria-label'))?.replace('To order of ', '') ?? '';
  const row = table.getByRole('row').filter({ has: page.getByLabel(`Choose ${sku}`) });
  const makes = page.getByRole('region', { name: 'What this makes' });
  await expect(makes).toHaveCount(0);

  // A typed quantity chooses the SKU. The supplier's minimum and pack size may increase the quantity above 37.
  await quantity.fill('37');
  await expect(row.getByRole('checkbox')).toBeChecked();
  await quantity.press('Enter');
  await expect(makes.getByRole('listitem')).toHaveCount(1);
  // Until the server has answered, the screen shows the drafts of the previous choice.
  await expect(makes).toHaveAttribute('aria-busy', 'false');
  await expect(makes).toContainText(/1 product, \d+ items?/);
  const [, ordered = ''] = /1 product, (\d+) item/.exec((await makes.textContent()) ?? '') ?? [];
  expect(Number(ordered)).toBeGreaterThanOrEqual(37);
  await expect(quantity).toHaveValue(ordered);
  await expect(makes).toContainText(/£[\d,]+\.\d\d at cost/);
  await expect(page.getByText('Nothing is sent yet')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add 1 product to PO' }).click();
  await page.getByRole('button', { name: 'Open the draft' }).click();
  const line = page.getByRole('region', { name: 'Lines' }).getByRole('listitem').filter({ hasText: sku });
  await expect(line.getByLabel(/^Quantity/)).toHaveValue(ordered);
});

test('in one step, the office chooses all SKUs that are not on order, from every supplier or from one', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports/shortfall`);
  const choose = page.getByRole('button', { name: 'Choose what has no order' });
  const makes = page.getByRole('region', { name: 'What this makes' });
  await choose.click();
  const drafts = makes.getByRole('listitem');
  await expect(drafts.first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const supplier = (await drafts.first().locator('.strong').first().textContent()) ?? '';
  await page.getByLabel('Supplier').fill(supplier);
  await page.getByRole('option', { name: supplier }).click();
  await choose.click();
  await expect(drafts).toHaveCount(1);
  await expect(drafts).toContainText(supplier);
  await page.getByRole('button', { name: /^Add \d+ products? to PO$/ }).click();
  await expect(page.getByText('Draft Purchase Orders have been automatically created for the selected lines', { exact: true }).first()).toBeVisible();
  await choose.click();
  await expect(page.getByText('Everything that is short is on order, or has no supplier.', { exact: true })).toBeVisible();
});

test('the office sets a reorder point in its cell, chooses SKUs that will run out and adds them to a draft', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports/reorder`);
  const table = page.getByRole('region', { name: 'products' });
  const tick = table.getByRole('checkbox', { name: /^Choose (?!all)/, disabled: false }).first();
  await expect(tick).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const label = (await tick.getAttribute('aria-label')) ?? '';
  const row = table.getByRole('row').filter({ has: page.getByLabel(label) });
  await row.getByRole('button', { name: /^Reorder point of / }).focus();
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Product Updated', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Reorder point of .*: 400$/ })).toBeVisible();
  // A typed quantity chooses its SKU, and goes to the draft in place of the suggested one.
  const quantity = row.getByLabel(/^To order of /);
  await quantity.focus();
  await page.keyboard.type('4321');
  await page.keyboard.press('Enter');
  await expect(row.getByLabel(label)).toBeChecked();
  // Enter goes to the next quantity, as in a column of prices.
  await expect(quantity).not.toBeFocused();
  await expect(table.getByLabel(/^To order of /).nth(1)).toBeFocused();
  // The filters stand beside the search, also where the list is the first screen that is opened.
  const search = await page.getByRole('searchbox').boundingBox();
  expect((await page.getByRole('combobox', { name: 'Brand' }).boundingBox())?.y).toBe(search?.y);
  const ordered = Number(await quantity.inputValue());
  expect(ordered).toBeGreaterThanOrEqual(4321);
  await page.getByRole('button', { name: 'Add 1 product to PO' }).click();
  await expect(page.getByText('Draft Purchase Orders have been automatically created for the selected lines', { exact: true })).toBeVisible();
  await expect(table.getByLabel(label)).toHaveCount(0);

  // The message that reports the draft links to the draft.
  const draft = page.getByRole('status').filter({ hasText: 'The lines are on a draft' }).getByRole('link');
  await expect(draft).toHaveCount(1);
  const [, id = ''] = /purchase-orders\/(\d+)\//.exec((await draft.getAttribute('href')) ?? '') ?? [];
  const { lines } = (await product.get(await product.signIn('super@kitroom.test'), `/api/admin/purchase-orders/${id}`)) as {
    lines: { product: { sku: string } | null; qty_requested: number }[];
  };
  expect(lines.find((line) => line.product?.sku === label.replace('Choose ', ''))?.qty_requested).toBe(ordered);
  await table.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: /^Add \d+ products to PO$/ }).click();
  const made = page.getByRole('status').filter({ hasText: /The lines are on \d+ drafts/ });
  await expect(made).toBeVisible();
  const [, count = ''] = /on (\d+) drafts/.exec(await made.innerText()) ?? [];
  await expect(made.getByRole('link', { name: /^PO-\d{5}$/ })).toHaveCount(Number(count));
  expect(await faultsOf(page)).toEqual([]);
  const reference = await made.getByRole('link').last().innerText();
  await made.getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
});

test('the office generates the supplier shortfall as CSV or PDF, and clears its form', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports`);
  const form = page.getByRole('form', { name: 'Supplier shortfall' });
  const csv = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Generate' }).click();
  expect((await csv).suggestedFilename()).toMatch(/^supplier-shortfall-.*\.csv$/);
  await form.getByLabel('Start Date').fill('2026-01-01');
  await form.getByLabel('PDF').check();
  const pdf = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Generate' }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^supplier-shortfall-2026-01-01-to-today-.*\.pdf$/);
  await form.getByRole('button', { name: 'Clear' }).click();
  await expect(form.getByLabel('Start Date')).toHaveValue('');
  await expect(form.getByLabel('PDF')).not.toBeChecked();
});
