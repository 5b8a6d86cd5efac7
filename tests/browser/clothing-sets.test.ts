import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { open, resize } from './screens.ts';

const office = officePage();
const priceOf = (page: Page, name: string) => page.getByLabel(`Price of ${name} in this set`);

/** Adds the first product that a search for these words finds, by the keyboard. */
async function add(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a product' }).fill(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('the office makes a clothing set, the client reads the set, and the office copies and deletes it', async () => {
  const { page, product, openOwnPage } = office;
  await page.goto(`${product.url}/admin/accounts/1/edit`);
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Clothing sets' }).click();
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'New set' }).click();
  await page.getByRole('button', { name: 'Create set' }).click();
  await expect(page.getByText(messages.name_needed).first()).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Winter Crew');
  await page.getByRole('button', { name: 'Create set' }).click();
  await expect(page.getByRole('heading', { name: 'Winter Crew' })).toBeVisible();
  await expect(page.getByText('No products to show')).toBeVisible();

  await add(page, 'waterproof park');
  await expect(page.getByText(/^Waterproof Parka has been added with all its \d+ SKUs$/)).toBeVisible();
  await add(page, 'beanie');
  await expect(page.getByText(/^2 products, 0 have/)).toBeVisible();
  // A product that the set contains already is opened instead.
  await add(page, 'PK01');
  const dialog = page.getByRole('dialog', { name: 'Waterproof Parka' });
  await expect(dialog.getByLabel('Name in this set')).toBeFocused();
  await dialog.getByLabel('Name in this set').fill('Yard Parka');
  await dialog.getByLabel('Its own', { exact: true }).check();
  await dialog.getByLabel('Its decorations').fill('Crew badge, left breast');
  const buffer = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#1f2c4d' } })
    .png()
    .toBuffer();
  await dialog.getByLabel('Picture in this set').setInputFiles({ name: 'parka.png', mimeType: 'image/png', buffer });
  await dialog.getByLabel('Only these').check();
  await dialog.getByRole('button', { name: 'None of Navy' }).click();
  // Large sizes cost more.
  await dialog.getByRole('button', { name: 'Prices by SKU' }).click();
  const large = dialog.getByLabel('4XL', { exact: true });
  await large.fill('dear');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(large).toHaveAccessibleDescription(messages.amount_invalid);
  await large.fill('61.50');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('Product has been saved', { exact: true })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Yard Parka' });
  await expect(row).toContainText('Waterproof Parka');
  await expect(row).toContainText('7 of 14');

  const price = priceOf(page, 'Waterproof Parka');
  await expect(price).toHaveAttribute('title', /^Several prices by SKU: \d/);
  await price.fill('much');
  await price.press('Enter');
  await expect(page.getByText(messages.amount_invalid)).toBeVisible();
  await price.fill('49.95');
  await price.press('Enter');
  await expect(page.getByText(/^2 products, 1 has its own price$/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Leeds Head Office' }).check();
  await expect(page.getByRole('region', { name: 'Excluded sites' })).toContainText('1 of 7');

  const client = await openOwnPage('client.admin@northgate.test');
  await client.goto(`${product.url}/products`);
  await client.getByLabel('Clothing set', { exact: true }).selectOption({ label: 'Winter Crew' });
  await expect(client.getByRole('button', { name: /Parka|Beanie/ })).toHaveCount(2);
  await client.getByRole('button', { name: 'Yard Parka' }).click();
  const card = client.getByRole('dialog', { name: 'Yard Parka' });
  await expect(card).toContainText('£49.95');
  await expect(card).toContainText('Crew badge, left breast');
  const picture = card.getByRole('img', { name: /Yard Parka/ });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  await expect(card.getByRole('textbox')).toHaveCount(0);
  expect(await faultsOf(client)).toEqual([]);
  await client.context().close();

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const target = page.getByRole('dialog').getByRole('combobox', { name: 'For' });
  await target.fill('harbour');
  await page.getByRole('option', { name: /Harbour Care/ }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Winter Crew');
  await page.getByRole('button', { name: 'Copy set' }).click();
  const copied = page.getByRole('dialog', { name: 'Winter Crew has been created for Harbour Care' });
  await expect(copied.getByRole('listitem')).toHaveText(['1 picture of the set’s own', '1 excluded site']);
  expect(await faultsOf(page)).toEqual([]);
  await copied.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: /^Remove .*Beanie/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to remove this product?' });
  await question.getByRole('button', { name: 'Remove product' }).click();
  await expect(page.getByText(/^1 product, /)).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const last = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this clothing set?' });
  await expect(last).toContainText('Winter Crew: Nobody wears it.');
  await last.getByRole('button', { name: 'Delete clothing set' }).click();
  await expect(page.getByText('Winter Crew has been deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Front of House', exact: true })).toBeVisible();
});

test('a style without orderable SKUs in a set is marked for the office, and hidden from the client until the office adds SKUs', async () => {
  const { page, product, openOwnPage } = office;
  const client = await openOwnPage('client.admin@northgate.test');
  await open(client, product, '/products');
  await client.getByLabel('Clothing set', { exact: true }).selectOption({ label: 'Front of House' });
  await expect(client.getByRole('button', { name: 'Three-Quarter Sleeve Blouse' })).toBeVisible();
  await expect(client.getByRole('button', { name: 'Classic Piqué Polo' })).toHaveCount(0);

  await open(page, product, '/admin/accounts/1/catalogue');
  await expect(page.getByRole('heading', { name: 'Front of House', exact: true })).toBeVisible();
  const childless = page.getByRole('row').filter({ hasText: 'This Clothing Set does not include any children of this product. Nobody sees it.' });
  await expect(childless).toHaveCount(1);
  expect(await faultsOf(page)).toEqual([]);
  await childless.getByRole('button', { name: 'Choose colours and sizes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Classic Piqué Polo' });
  await expect(dialog.getByRole('group', { name: /^Burgundy/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await childless.getByRole('button', { name: /^Add all \d+$/ }).click();
  await expect(childless).toHaveCount(0);
  await client.reload();
  await expect(client.getByRole('button', { name: 'Classic Piqué Polo' })).toBeVisible();
  await client.context().close();
});

test('an embroiderer can read their assigned sets without prices, and can change nothing', async () => {
  const { product, openOwnPage } = office;
  const page = await openOwnPage('embroiderer@kitroom.test');
  await open(page, product, '/products');
  const switcher = page.getByLabel('Clothing set', { exact: true });
  await switcher.selectOption({ label: 'Northgate Facilities: Site Operations' });
  const cards = page.getByRole('main').getByRole('list').last();
  await expect(cards.getByRole('button', { name: 'Full-Zip Fleece' })).toBeVisible();
  await expect(cards).not.toContainText('£');
  expect(await faultsOf(page)).toEqual([]);
  await cards.getByRole('button', { name: 'Full-Zip Fleece' }).click();
  const card = page.getByRole('dialog', { name: 'Full-Zip Fleece' });
  await expect(card).toContainText('Northgate logo, left breast');
  await expect(card).not.toContainText('£');
  await expect(card.getByRole('textbox')).toHaveCount(0);
  await expect(card.getByLabel('Who can order it?')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await resize(page, { width: 390, height: 844 });
  await expect(cards.getByRole('button', { name: 'Full-Zip Fleece' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await open(page, product, '/admin/accounts/1/catalogue');
  await expect(page.getByRole('region', { name: /^Products of/ })).toHaveCount(0);
  await page.context().close();
});

test('when two people edit one price, the second is shown the price that the first saved, and can still save another', async () => {
  const { page, product, openOwnPage } = office;
  const path = `${product.url}/admin/accounts/1/catalogue#clothing_set_id=1`;
  const second = await openOwnPage();
  for (const one of [page, second]) {
    await one.goto(path);
    await expect(priceOf(one, 'Full-Zip Fleece')).toHaveValue('15.50');
  }
  await priceOf(page, 'Full-Zip Fleece').fill('15.20');
  await priceOf(page, 'Full-Zip Fleece').press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Full-Zip Fleece' })).toContainText('−8 to −16%');
  await priceOf(second, 'Full-Zip Fleece').fill('14.90');
  await priceOf(second, 'Full-Zip Fleece').press('Enter');
  await expect(second.getByText('Somebody else changed the price of Full-Zip Fleece meanwhile.')).toBeVisible();
  await expect(second.getByText('It is £15.20 now.')).toBeVisible();
  // The typed price stays in the field, and the stored price is shown beside it.
  await expect(priceOf(second, 'Full-Zip Fleece')).toHaveValue('14.90');
  await expect(second.getByText('£15.20 now', { exact: true })).toBeVisible();
  await second.getByRole('button', { name: 'Save mine' }).click();
  await expect(second.getByText('£15.20 now', { exact: true })).toHaveCount(0);
  await expect(second.getByRole('row').filter({ hasText: 'Full-Zip Fleece' })).toContainText('−10 to −18%');
  await second.context().close();
});

test('a custom product is made from a catalogue product on a phone; an account without a SKU prefix cannot have one', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/accounts/1/catalogue#clothing_set_id=2`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Custom product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New custom product' });
  await expect(dialog.getByLabel('SKU prefix')).toHaveValue('NG');
  await dialog.getByRole('combobox', { name: 'Based on' }).fill('hi-vis bomber');
  await page.getByRole('option', { name: /Hi-Vis Bomber Jacket/ }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Northgate Bomber');
  await dialog.getByRole('button', { name: 'Hi-Vis Orange' }).click();
  await dialog.getByLabel('Another one: sizes').fill('5XL');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('8 SKUs, each beginning with NG-')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Northgate Bomber has been created with 8 SKUs', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible();
  const made = page
    .getByRole('region', { name: /^Products of/ })
    .getByRole('listitem')
    .filter({ hasText: 'Northgate Bomber' });
  await expect(made).toContainText('Custom');
  await expect(made).toContainText('NG-HV04');
  expect(await faultsOf(page)).toEqual([]);

  const id = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('kitroom.session') ?? '{}') as { token: string };
    const post = async (path: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ name: 'Pier Cafes', reference: 'PIER' }) });
      return ((await response.json()) as { id: number }).id;
    };
    const account = await post('/api/admin/accounts');
    await post(`/api/admin/accounts/${account}/clothing-sets`);
    return account;
  });
  await page.goto(`${product.url}/admin/accounts/${id}/catalogue`);
  await page.getByRole('button', { name: 'Custom product' }).click();
  await expect(dialog.getByLabel('SKU prefix')).toHaveAccessibleDescription(new RegExp(messages.sku_prefix_missing));
  await expect(dialog.getByRole('button', { name: 'Create product' })).toBeDisabled();
  await dialog.getByRole('link', { name: 'Open the details of Pier Cafes' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/accounts/${id}/edit$`));
  await page.setViewportSize({ width: 1440, height: 900 });
});
