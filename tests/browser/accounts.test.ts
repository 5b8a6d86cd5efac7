import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office adds a client company, gives it a logo, archives it and restores it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/accounts`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  const northgate = page.getByRole('row').filter({ hasText: 'Northgate Facilities' });
  await expect(northgate).toContainText('52');
  for (const screen of ['edit', 'employees', 'sites', 'employee-roles', 'catalogue'])
    await expect(northgate.locator(`a[href="/admin/accounts/1/${screen}"]`)).toHaveCount(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create New Account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Zennor Ferries');
  await page.getByLabel('Reference', { exact: true }).fill('ZEN-'.padEnd(limits.account_reference, '0'));
  await page.getByLabel('SKU prefix').fill('ng');
  await page.getByLabel('Video explainer').fill('http://video.test');
  await expect(page.getByLabel('Logo', { exact: true })).toHaveAccessibleDescription(/512x512 PNG/);
  await expect(page.getByLabel('Logo', { exact: true })).toHaveAttribute('accept', '.jpg,.jpeg,.png');
  const closeDay = page.getByLabel('Close day');
  await expect(closeDay).toBeDisabled();
  await page.getByLabel('Consolidated invoices').check();
  await expect(closeDay.locator('option')).toHaveText(['Choose', ...Array.from({ length: 28 }, (_, n) => String(n + 1))]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.https_needed).first()).toBeVisible();
  await expect(page.getByText(messages.close_day_invalid).first()).toBeVisible();
  await page.getByLabel('Video explainer').fill('https://video.test/first');
  await closeDay.selectOption('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.sku_prefix_taken).first()).toBeVisible();
  await page.getByLabel('SKU prefix').fill('zf');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account has been saved', { exact: true })).toBeVisible();
  // A new account opens where its set-up goes on, and a saved one stays there.
  await expect(page).toHaveURL(/\/admin\/accounts\/\d+\/edit$/);
  await expect(page.getByLabel('SKU prefix')).toHaveValue('ZF');
  await expect(page.getByLabel('SKU prefix')).toHaveAttribute('readonly', '');
  const steps = page.getByRole('region', { name: 'Get Zennor Ferries ordering' });
  await expect(steps).toContainText('0 of 8 done');
  await expect(steps.getByRole('listitem').filter({ hasText: 'Embroiderer' })).toContainText('No set is decorated.');
  await expect(steps.getByRole('link', { name: 'Create a site' })).toHaveAttribute('href', /\/sites\/create$/);
  await expect(steps.getByRole('link', { name: 'Import people from a file' })).toHaveAttribute('href', /\/admin\/imports\/new\?account=\d+$/);
  expect(await faultsOf(page)).toEqual([]);

  const logo = page.getByLabel('Logo', { exact: true });
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await logo.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(limits.picture_bytes + 1) });
  await expect(page.getByText(messages.picture_too_large).first()).toBeVisible();
  await expect(logo).toHaveValue('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.not_a_picture).first()).toBeVisible();
  await expect(page.getByText(messages.picture_too_large)).toBeHidden();
  await expect(logo).toBeFocused();
  const buffer = await sharp({ create: { width: 700, height: 700, channels: 3, background: '#1f2c4d' } })
    .png()
    .toBuffer();
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await steps.getByRole('button', { name: 'Enter it' }).click();
  const address = page.getByLabel('Address', { exact: true });
  await expect(address).toBeFocused();
  await address.fill('1 Harbour Wall');
  await page.getByLabel('Postcode', { exact: true }).fill('TR19 6AA');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account has been saved', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/accounts\/\d+\/edit$/);
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible();
  await expect(steps).toContainText('1 Harbour Wall, TR19 6AA');
  const picture = page.getByRole('img', { name: 'Logo' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  const screens = page.getByRole('navigation', { name: 'Account' });
  await screens.getByRole('link', { name: 'Sites' }).click();
  await expect(page.getByText('No sites to show', { exact: true })).toBeVisible();
  await screens.getByRole('link', { name: 'Employee roles' }).click();
  await expect(screens.getByRole('link', { name: 'Employee roles' })).toHaveAttribute('aria-current', 'page');
  expect(await faultsOf(page)).toEqual([]);
  await screens.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('0 users can no longer sign in, and its 0 clothing sets and 0 sites');
  await question.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Zennor Ferries has been archived', { exact: true })).toBeVisible();

  await page.goto(`${product.url}/admin/accounts#search=zennor`);
  await expect(page.getByText('No Accounts Found')).toBeVisible();
  // Not `check`: the tick box follows the page's address, and the address changes a moment after the click.
  await page.getByLabel('Show archived').click();
  await expect(page.getByRole('row').filter({ hasText: 'Zennor Ferries' })).toContainText('Archived');
  // On a phone a long reference cuts off neither the name nor the state beside the name.
  const name = page.getByRole('link', { name: 'Zennor Ferries', exact: true });
  const isWhole = () => name.evaluate((link) => link.scrollWidth <= link.clientWidth);
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('row')).toHaveCount(0);
  expect(await isWhole()).toBe(true);
  if (desktop) await page.setViewportSize(desktop);
  await name.click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Zennor Ferries has been restored', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();

  // On a phone the actions are in a menu, so that the name can use the width of the header.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Actions for Zennor Ferries' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Zennor Ferries' })).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeHidden();
  expect(await isWhole()).toBe(true);
});

test('the office adds an account like another one, gives it its first site with one press and invites its people in one confirmation', async () => {
  const { page, product } = office;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/admin/accounts/1/edit`);
  await page.getByRole('button', { name: 'Another like this one' }).click();
  const question = page.getByRole('dialog', { name: 'Another account like Northgate Facilities' });
  await question.getByLabel('Name', { exact: true }).fill('Northgate Marine');
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(/^Northgate Marine has been added with \d+ clothing sets?, \d+ products and \d+ employee roles?\./)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Northgate Marine' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Get Northgate Marine ordering' });
  const step = (title: string) => steps.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(step('Prices')).toContainText('each with a price');
  await expect(step('Sites').getByRole('link', { name: 'Create a site' })).toBeVisible();

  await step('Invoice address').getByRole('button', { name: 'Enter it' }).click();
  await page.getByLabel('Address', { exact: true }).fill('9 Fish Quay');
  await page.getByLabel('Postcode', { exact: true }).fill('NE30 1JE');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(step('Sites')).toContainText('9 Fish Quay, NE30 1JE');
  await step('Sites').getByRole('button', { name: 'Use its address' }).dblclick();
  await expect(page.getByText('Site Northgate Marine has been added', { exact: true })).toBeVisible();
  await expect(step('Sites')).toContainText('1 site.');

  const id = /accounts\/(\d+)\/edit/.exec(page.url())?.[1] ?? '';
  const { token } = await product.signIn('super@kitroom.test');
  const headers = { Authorization: `Bearer ${token}` };
  const { items } = await (await page.request.get(`${product.url}/api/sites?account_id=${id}`, { headers })).json();
  expect(items).toMatchObject([{ name: 'Northgate Marine', delivery_address: { address_line_1: '9 Fish Quay', postcode: 'NE30 1JE' } }]);
  for (const [forenames, email] of [
    ['Ada', 'ada@marine.test'],
    ['Bo', 'bo@marine.test'],
  ]) {
    const data = { forenames, surname: 'Quayle', email, roles: ['employee_with_order'], sites: [items[0].id] };
    const added = await page.request.post(`${product.url}/api/admin/accounts/${id}/employees`, { headers, data });
    expect(added.status(), await added.text()).toBe(201);
  }
  await page.reload();
  await step('First sign-ins').getByRole('button', { name: 'View and invite these 2' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite 2 people' });
  await expect(invitation.getByRole('listitem')).toHaveText([/Ada Quayle.*ada@marine\.test/, /Bo Quayle.*bo@marine\.test/]);
  expect(await faultsOf(page)).toEqual([]);
  await invitation.getByRole('button', { name: 'Invite 2', exact: true }).click();
  await invitation.getByRole('button', { name: 'Close' }).click();
  await expect(step('First sign-ins')).toContainText('2 people did not use their invitation yet.');
  await expect(step('First sign-ins').getByRole('button')).toHaveCount(0);
});
