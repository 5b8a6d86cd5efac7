import { expect, type Page, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office adds a supplier, writes a note about it, archives it and restores it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/suppliers`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create Supplier' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Zennor Knitwear');
  await page.getByLabel('Contact Email').fill('sales@');
  await page.getByLabel('Minimum order').fill('200.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.code_needed).first()).toBeVisible();
  await expect(page.getByText(messages.email_invalid).first()).toBeVisible();
  await page.getByLabel('Supplier Code').fill('ZEN');
  await page.getByLabel('Contact Email').fill('sales@zennor.test');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Supplier has been saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Z', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Z', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Zennor Knitwear' }).click();
  await expect(page.getByLabel('Minimum order')).toHaveValue('200.50');
  const days = page.getByLabel('Invoices are due after (days)');
  await expect(days).toHaveAccessibleDescription('Empty: no terms are agreed');
  await days.fill('30');
  await expect(days).toHaveAccessibleDescription(/^30 days: due 30 days after the date of the invoice\. An invoice of today, .* is due on /);
  await page.getByLabel('From the end of the month (EOM)').check();
  await expect(days).toHaveAccessibleDescription(
    /^30 EOM: due 30 days after the end of the month of the invoice\. An invoice of today, .* is due on /,
  );
  await page.getByLabel('Accounts email').fill('ledger@zennor.test');
  const accounts = page.getByRole('group', { name: 'Address of accounts' });
  await accounts.getByLabel('Address', { exact: true }).fill('PO Box 9');
  await accounts.getByLabel('Postcode', { exact: true }).fill('TR26 1AB');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Supplier has been saved', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Zennor Knitwear' }).click();
  await expect(accounts.getByLabel('Postcode', { exact: true })).toHaveValue('TR26 1AB');
  await expect(page.getByLabel('Accounts email')).toHaveValue('ledger@zennor.test');
  await expect(page.getByText('No notes added')).toBeVisible();
  await page.getByLabel('New note').fill('Price list in December');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Price list in December');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete note: Price list in December' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Note Deleted', { exact: true })).toBeVisible();
  await expect(page.getByText('No notes added')).toBeVisible();

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Zennor Knitwear has been restored', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
});

test('the button of a letter or digit lists the suppliers whose names begin with it, even after a sign, in a group under this heading', async () => {
  const { page, product } = office;
  const names = { 'Étoile Workwear': 'E', '‘K’ Clothing': 'K', '2nd Try': '2' };
  for (const [place, name] of Object.keys(names).entries()) {
    await page.goto(`${product.url}/admin/suppliers/create`);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Supplier Code').fill(`SIGN${place}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Supplier has been saved', { exact: true }).first()).toBeVisible();
  }
  for (const [name, letter] of Object.entries(names)) {
    await page.getByRole('group', { name: 'First letter' }).getByRole('button', { name: letter, exact: true }).click();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    // There is one group, and its heading is the letter of the button.
    await expect(page.getByRole('columnheader', { name: /^.$/ })).toHaveText([letter]);
  }
  expect(await faultsOf(page)).toEqual([]);
});

/** Opens the first supplier on a page with a session of its own. */
async function openFirstSupplier(): Promise<Page> {
  const { product, openOwnPage } = office;
  const page = await openOwnPage();
  const { items } = (await product.get(await product.signIn('super@kitroom.test'), '/api/admin/suppliers?per_page=1')) as {
    items: { id: number; name: string }[];
  };
  await page.goto(`${product.url}/admin/suppliers/${items[0]?.id}/edit`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(items[0]?.name ?? '');
  return page;
}

test('the link of a supplier’s open purchase orders opens the list, searched by the supplier’s name; the search can be cleared', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/suppliers#search=Calder`);
  await page.getByRole('link', { name: /open POs? of Calder Knitwear Mills$/ }).click();
  await expect(page).toHaveURL(/\/admin\/purchase-orders\?search=Calder\+Knitwear\+Mills$/);
  const search = page.getByPlaceholder('PO, supplier, reference or product');
  await expect(search).toHaveValue('Calder Knitwear Mills');
  const suppliers = page.getByRole('row').filter({ hasText: 'Calder Knitwear Mills' });
  await expect(suppliers.first()).toBeVisible();
  // One row is the heading.
  await expect(page.getByRole('row')).toHaveCount((await suppliers.count()) + 1);
  const found = await suppliers.count();
  await search.fill('');
  await expect(page).toHaveURL(/\/admin\/purchase-orders$/);
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(found + 1);
});

test('if the server reports several faults, all of them are listed, and the first faulty field gets the focus', async () => {
  const form = await openFirstSupplier();
  const errors = {
    sales_email: ['Mail to this address comes back.'],
    code: ['There is a supplier with this code already.'],
    archived: ['An archived supplier cannot be changed.'],
  };
  await form.route('**/api/admin/suppliers/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: { message: 'Invalid data submitted', errors } }) : route.continue(),
  );
  await form.getByLabel('Contact Name').fill('Ada');
  await form.getByRole('button', { name: 'Save' }).click();
  const dialog = form.getByRole('dialog', { name: 'Invalid data submitted' });
  for (const [message] of Object.values(errors)) await expect(dialog).toContainText(message ?? '');
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  // The messages are still on the screen, each on its field and all in the list. The first faulty field on the screen has the focus.
  const list = form.getByRole('alert').filter({ hasText: 'Invalid data submitted' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list).toContainText('Archived: An archived supplier cannot be changed.');
  const code = form.getByLabel('Supplier Code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription('There is a supplier with this code already.');
  await expect(form.getByLabel('Contact Email')).toHaveAccessibleDescription(/comes back/);
  expect(await faultsOf(form)).toEqual([]);
  await list.getByRole('button', { name: 'Contact Email' }).click();
  await expect(form.getByLabel('Contact Email')).toBeFocused();
  await form.context().close();
});

test('a form that cannot be sent keeps its text, shows a message, and sends the text again when “Try again” is pressed', async () => {
  const form = await openFirstSupplier();
  const keys: (string | undefined)[] = [];
  form.on('request', (request) => {
    if (request.method() === 'PUT') keys.push(request.headers()['idempotency-key']);
  });
  await form.getByLabel('Contact Name').fill('Grace Offline');
  // Waits until the script that shows the message is loaded, because the network is cut next.
  await form.waitForFunction(() => performance.getEntriesByType('resource').some(({ name: file }) => file.includes('/toaster-')));
  await form.context().setOffline(true);
  await form.getByRole('button', { name: 'Save' }).click();
  const notSent = form.getByText('Not sent: the server cannot be reached.', { exact: true });
  await expect(notSent).toBeVisible({ timeout: 15_000 });
  // A message stays while the pointer is on it.
  await notSent.hover();
  await expect(form.getByLabel('Contact Name')).toHaveValue('Grace Offline');
  await expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
  expect(await faultsOf(form)).toEqual([]);
  await form.context().setOffline(false);
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByText('Supplier has been saved', { exact: true })).toBeVisible();
  await expect(form).toHaveURL(/\/admin\/suppliers$/);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  await form.context().close();

  const freshPage = await openFirstSupplier();
  await expect(freshPage.getByLabel('Contact Name')).toHaveValue('Grace Offline');
  await freshPage.context().close();
});

test('if two people change one supplier, the second sees the differences and chooses between the two texts', async () => {
  const [first, second] = [await openFirstSupplier(), await openFirstSupplier()];
  const save = (at: Page): Promise<void> => at.getByRole('button', { name: 'Save' }).click();
  await second.getByLabel('Contact Phone').fill('020 7946 0222');
  await first.getByLabel('Contact Name').fill('Mary Firstcome');
  await first.getByLabel('Contact Phone').fill('020 7946 0111');
  await save(first);
  await expect(first.getByText('Supplier has been saved', { exact: true })).toBeVisible();

  await save(second);
  const changed = second.getByRole('status').filter({ hasText: 'Somebody else changed this meanwhile.' });
  await expect(changed).toContainText('Contact Name is now “Mary Firstcome”.');
  await expect(changed).toContainText('Contact Phone is now “020 7946 0111”.');
  await expect(second.getByLabel('Contact Name')).toHaveValue('Mary Firstcome');
  await expect(second.getByLabel('Contact Phone')).toHaveValue('020 7946 0222');
  expect(await faultsOf(second)).toEqual([]);
  await changed.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(changed).toBeHidden();
  await expect(second.getByLabel('Contact Phone')).toHaveValue('020 7946 0111');
  await expect(second.getByRole('button', { name: 'Save' })).toBeDisabled();

  // The second person overwrites the first person's text only after a confirmation; the first person's text in other fields stays.
  await second.getByLabel('Contact Phone').fill('020 7946 0333');
  await first.goto(second.url());
  await first.getByLabel('Contact Phone').fill('020 7946 0444');
  await save(first);
  await expect(first.getByText('Supplier has been saved', { exact: true })).toBeVisible();
  await save(second);
  await expect(changed).toContainText('Contact Phone is now “020 7946 0444”.');
  await changed.getByRole('button', { name: 'Keep mine' }).click();
  await expect(second.getByText('Supplier has been saved', { exact: true })).toBeVisible();
  const freshPage = await openFirstSupplier();
  await expect(freshPage.getByLabel('Contact Name')).toHaveValue('Mary Firstcome');
  await expect(freshPage.getByLabel('Contact Phone')).toHaveValue('020 7946 0333');
  for (const at of [first, second, freshPage]) await at.context().close();
});
