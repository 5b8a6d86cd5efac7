import { expect, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { countKeys } from './count-keys.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office writes a purchase order by keyboard, approves it, cancels a part and then the rest', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/purchase-orders`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create Purchase Order' }).click();
  // The list, which also has a field for a supplier, stays until the next screen has loaded.
  await expect(page.getByRole('heading', { name: 'New purchase order' })).toBeVisible();
  await page.getByLabel('Supplier').pressSequentially('Calder');
  await page.getByRole('option', { name: /Calder Knitwear Mills/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Our reference').fill('OWN-7');
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  await expect(page.getByRole('heading', { name: 'OWN-7' })).toBeVisible();

  // The order has no lines yet, so it cannot be approved.
  await expect(page.getByText('No Purchase Order lines - you must add at least one line')).toBeVisible();
  await page.getByRole('button', { name: 'Add line' }).press('Enter');
  const first = page.getByLabel('Product of new line');
  await expect(first).toBeFocused();
  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  await expect(page.getByText('Choose a product.')).toBeVisible();
  await expect(page.getByText('Say how many.')).toBeVisible();
  await expect(page.getByText('Enter a price.')).toBeVisible();
  await expect(first).toBeFocused();

  // Enter after a SKU and a quantity saves the line and opens the next line.
  const lines = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await page.keyboard.type('CAL');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const quantity = lines.first().getByLabel(/^Quantity/);
  await expect(quantity).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  // The message disappears after five seconds, so it is checked first.
  await expect(page.getByText('PO line updated', { exact: true })).toBeVisible();
  await expect(lines).toHaveCount(2);
  await expect(lines.first().getByLabel(/^Price/)).toHaveValue(/^\d+\.\d\d$/);
  await expect(page.getByText('Choose a product.')).toHaveCount(1);
  await lines
    .first()
    .getByLabel(/^Price/)
    .fill('4.505');
  await expect(page.getByLabel('Product of new line')).toBeVisible();
  await page.getByLabel('Private notes').fill('Ask for the blue');
  await page.getByLabel('Contact email').fill('mill@');
  await page.getByLabel('Contact name').fill('Ida Frost');
  await expect(page.getByText(messages.email_invalid)).toBeVisible();
  await page.getByLabel('Contact email').fill('mill@calder.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Purchase order updated', { exact: true })).toBeVisible();
  // A supplier's price takes tenths of a penny; 12 items at £4.505 cost £54.06.
  await expect(lines.first().getByLabel(/^Price/)).toHaveValue('4.505');
  await page.getByRole('button', { name: 'Delete line, new line' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete line' }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText('£54.06');
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('A copy will be sent to the supplier: mill@calder.test');
  await question.getByRole('button', { name: 'Approve & Finalise' }).click();
  await expect(page.getByText('Purchase order updated. No mail server is set: the email waits.', { exact: true })).toBeVisible();
  await expect(page.getByText('On Order', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Our reference')).toHaveCount(0);
  await expect(page.getByLabel('Private notes')).toHaveValue('Ask for the blue');
  await expect(page.getByRole('button', { name: 'Close PO' })).toBeDisabled();
  await expect(page.getByText('Close waits for the 12 still to come')).toBeVisible();

  await lines.getByRole('button', { name: /^Cancel items of/ }).click();
  await page.getByLabel('Items that will not come').fill('13');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel items' }).click();
  await expect(page.getByText('Only 12 can be cancelled.').first()).toBeVisible();
  await page.getByLabel('Items that will not come').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel items' }).click();
  await expect(page.getByText('Part Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByText('Close waits for the 10 still to come')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Cancel PO' }).click();
  await expect(question).toContainText('This cannot be undone');
  await question.getByRole('button', { name: 'Cancel PO' }).click();
  await expect(page).toHaveURL(/\/admin\/purchase-orders$/);
  await page.getByRole('link', { name: 'OWN-7', exact: true }).click();
  await expect(page.getByText('This order is cancelled and can only be read')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('if two people change one purchase order, different fields are merged; if both change one field, the second person chooses', async () => {
  const { page, product, openOwnPage } = office;
  const other = await openOwnPage();
  for (const at of [page, other]) {
    await at.goto(`${product.url}/admin/purchase-orders/19/edit`);
    await expect(at.getByLabel('Their reference')).toHaveValue('');
  }
  await page.getByLabel('Contact name').fill('Mine');
  await page.getByLabel('Their reference').fill('MINE/1');
  const theirs = other.getByLabel('Their reference');
  await other.getByLabel('Contact phone').fill('020 7946 0111');
  await theirs.fill('THEIRS/2');
  await theirs.press('Enter');
  await expect(other.getByText('Purchase order updated', { exact: true })).toBeVisible();
  await expect(other.getByRole('status').filter({ hasText: 'Somebody else' })).toHaveCount(0);
  await page.getByLabel('Their reference').press('Enter');
  const changed = page.getByRole('status').filter({ hasText: messages.stale_version });
  await expect(changed).toContainText('Their reference is now “THEIRS/2”.');
  // The reason is shown once; the field shows that its text is not saved.
  await expect(page.getByText(messages.stale_version)).toHaveCount(1);
  await expect(page.getByLabel('Their reference')).toHaveAccessibleDescription(messages.not_saved);
  await expect(page.getByLabel('Contact phone')).toHaveValue('020 7946 0111');
  expect(await faultsOf(page)).toEqual([]);
  await changed.getByRole('button', { name: 'Keep mine' }).click();
  await expect(changed).toBeHidden();
  await other.reload();
  await expect(theirs).toHaveValue('MINE/1');
  await expect(other.getByLabel('Contact name')).toHaveValue('Mine');
  await other.context().close();
});

test('the warehouse sees a purchase order without the supplier and prices', async () => {
  const { product, openOwnPage } = office;
  const floor = await openOwnPage('warehouse@kitroom.test');
  await floor.goto(`${product.url}/admin/purchase-orders#stage=part_delivered`);
  await floor.getByRole('link', { name: 'PO-00009', exact: true }).click();
  await expect(floor.getByRole('region', { name: 'Lines' }).getByRole('listitem').first()).toBeVisible();
  await expect(floor.getByText('Supplier', { exact: true })).toHaveCount(0);
  await expect(floor.locator('main')).not.toContainText('£');
  await expect(floor.locator('main').getByRole('textbox')).toHaveCount(0);
  await expect(floor.getByRole('button', { name: /Approve|Cancel|Close/ })).toHaveCount(0);
  await floor.context().close();
});

test('the list of purchase orders shows a count for each stage, and finds an order by the products on its lines', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/purchase-orders`);
  const stages = page.getByRole('group', { name: 'Stage' });
  const rows = page.getByRole('row');
  const all = stages.getByRole('button', { name: /^All/ });
  await expect(all).toHaveText(/^All\d+$/);
  const [, total = ''] = /^All(\d+)$/.exec((await all.textContent()) ?? '') ?? [];
  // One row is the heading.
  await expect(rows).toHaveCount(Number(total) + 1);
  await page.getByPlaceholder('PO, supplier, reference or product').fill('softshell jacket');
  await expect(page.getByRole('link', { name: 'PO-00013', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'PO-00012', exact: true })).toHaveCount(0);
  await expect(all).not.toHaveText(`All${total}`);
  await stages.getByRole('button', { name: /^On Order/ }).click();
  const [, ordered = ''] = /(\d+)$/.exec((await stages.getByRole('button', { name: /^On Order/ }).textContent()) ?? '') ?? [];
  await expect(rows).toHaveCount(Number(ordered) + 1);
  expect(await faultsOf(page)).toEqual([]);
});

test('a size run opens, chooses a style and writes three lines in 13 keys; it also changes and removes lines', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/purchase-orders/create`);
  await page.getByLabel('Supplier').pressSequentially('Calder');
  await page.getByRole('option', { name: /Calder Knitwear Mills/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  const open = page.getByRole('button', { name: 'Size run' });
  await open.focus();
  const pressed = await countKeys(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Size run' });
  await expect(dialog.getByRole('combobox', { name: 'Style and colour' })).toBeFocused();
  await page.keyboard.type('sweat');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const sizes = dialog.locator('.size-run input');
  await expect(sizes.first()).toBeFocused();
  expect(await pressed()).toBe(7);
  await page.keyboard.type('4 6 6');
  await expect(sizes.nth(2)).toBeFocused();
  await expect(dialog).toContainText('16 items');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await pressed()).toBe(13);
  const lines = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  for (const [place, qty] of ['4', '6', '6'].entries()) await expect(lines.nth(place).getByLabel(/^Quantity/)).toHaveValue(qty);

  // The typed quantities are those of the lines; an empty one removes its line, and a pasted row fills the sizes.
  await open.click();
  await dialog.getByRole('combobox', { name: 'Style and colour' }).pressSequentially('sweat');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(sizes.nth(1)).toHaveValue('6');
  await sizes.first().fill('');
  await sizes.nth(1).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '8\t10');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await dialog.getByRole('button', { name: 'Save 3 sizes' }).click();
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0).getByLabel(/^Quantity/)).toHaveValue('8');
  await expect(lines.nth(1).getByLabel(/^Quantity/)).toHaveValue('10');
});
