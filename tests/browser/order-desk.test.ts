import { expect, type Page, test } from '@playwright/test';
import { officePage } from './office-page.ts';

const office = officePage();

async function openOrders(filter = ''): Promise<Page> {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/orders${filter}`);
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Find or do/ })).toBeVisible();
  return page;
}

test('Tab takes the marked choice along, also during the search, and an order that lacks its PO reference leads to that field with Enter', async () => {
  const page = await openOrders();
  await page.keyboard.press('n');
  const client = page.getByRole('combobox', { name: 'Client' });
  await expect(client).toBeFocused();
  await page.keyboard.type('northg');
  await expect(page.getByRole('option', { name: /Northgate/ })).toHaveAttribute('data-active', '');
  await page.keyboard.press('Tab');
  await expect(client).toHaveValue('Northgate Facilities');
  const employees = page.getByRole('combobox', { name: 'Employees' });
  await expect(employees).toBeFocused();
  // The search has not answered yet: Tab waits for it, and the letters are not lost.
  await page.keyboard.type('ravi pat');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Without Ravi Patel' })).toBeVisible();
  await expect(employees).toBeFocused();
  await page.keyboard.press('Enter');
  const product = page.getByRole('combobox', { name: 'Product or SKU' });
  await expect(product).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'PO reference' })).toHaveAttribute('placeholder', 'Needed');
  await expect(page.getByRole('textbox', { name: 'Cost code' })).toHaveAttribute('placeholder', 'None');
  await page.keyboard.type('po01-blk-s');
  await expect(page.getByRole('option', { name: /PO01-BLK-S/ }).first()).toHaveAttribute('data-active', '');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 line', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const refusal = page.getByRole('dialog', { name: 'Invalid data submitted' });
  await expect(refusal.getByRole('button', { name: 'Go to the first' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'PO reference' })).toBeFocused();
});

test('Enter on the question about several orders does what its main button says, once it can', async () => {
  const page = await openOrders('#ready=1');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Start Pick', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Start Pick: 1 order$/ });
  await expect(dialog.getByRole('button', { name: 'Start Pick for 1 order' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('1 done.');
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('an order that is on the floor offers no Start Pick, and one without an allocation says why it waits', async () => {
  const page = await openOrders('#stage=requires_prep');
  await page.locator('tbody tr[data-row]').first().getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Where the items are' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Pick' })).toHaveCount(0);
  await openOrders('#stage=requires_allocation');
  await page
    .locator('tbody tr[data-row]', { hasText: /\D0\s\/\s\d/ })
    .first()
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Start Pick' })).toBeDisabled();
});

test('the keys of a screen have the names that stand on a keyboard, and the palette finds an action by a whole word of its name first', async () => {
  const page = await openOrders();
  await page.locator('tbody tr[data-row]').first().getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Lines' })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Next or previous cell');
  await expect(keys).not.toContainText('Arrow');
  await page.keyboard.press('Escape');
  await openOrders();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new');
  await expect(page.getByRole('option', { name: /Newcastle/ })).toBeVisible();
  await expect(page.getByRole('option', { selected: true })).toContainText('Create New Order');
});

test('Enter on the row of stuck orders opens the oldest, where both ways out of it are offered', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/day`);
  const stuck = page.getByRole('region', { name: 'What waits' }).getByRole('link', { name: /Stuck/ });
  await stuck.focus();
  await expect(page.getByRole('region', { name: 'Stuck', exact: true }).getByRole('link', { name: /^See to/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/edit$/);
  for (const name of ['Set as allocated', 'Set as dispatched'])
    await expect(page.getByRole('link', { name }).or(page.getByRole('button', { name }))).toBeVisible();
});

test('a dispatch that waits for its courier takes at most three lines at the width of a small laptop', async () => {
  const page = await office.openOwnPage();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${office.product.url}/admin/shipping/dispatches`);
  const destination = page.locator('.awaiting-row .sub.block').first();
  await expect(destination).toBeVisible();
  const [height, line] = await destination.evaluate((it) => [it.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(it).lineHeight)]);
  expect((height ?? 0) / (line ?? 1)).toBeLessThan(1.5);
  await page.context().close();
});

test('the heading has the focus after each move between the office and the floor', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/day`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Dispatches', 'Orders', 'Picking', 'Returns']) {
    await menu.getByRole('link', { name, exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  }
});
