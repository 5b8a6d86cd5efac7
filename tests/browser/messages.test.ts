import { expect, type Page, test } from '@playwright/test';
import { officePage } from './office-page.ts';

const office = officePage();

const message = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
/** Saves a price of the product that is `place` rows below the first. */
async function savePrice(page: Page, place: number, price: string): Promise<void> {
  await page
    .locator(`tr[data-row="${place}"]`)
    .getByRole('button', { name: /^Price of / })
    .press('Enter');
  await page.keyboard.type(price);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

test('the time for which the first message is shown starts when the message appears', async () => {
  const page = await office.openOwnPage();
  await page.addInitScript(() => {
    const begin = window.setTimeout;
    window.setTimeout = ((run: () => void, wait?: number) => {
      if (wait === 5000 && document.querySelector('.toasts')) document.body.dataset.began = String(document.querySelector('.toast') !== null);
      return begin(run, wait);
    }) as typeof window.setTimeout;
  });
  await page.goto(`${office.product.url}/admin/products`);
  await savePrice(page, 0, '7.25');
  await expect(message(page, 'Product Updated')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-began', 'true');
  await page.context().close();
});

test('if the code for messages cannot be loaded, a message still appears with its button, and disappears by itself', async () => {
  const page = await office.openOwnPage();
  await page.route('**/assets/toaster-*.js', (route) => route.abort());
  await page.goto(`${office.product.url}/admin/products`);
  await savePrice(page, 0, '7.35');
  await expect(message(page, 'Product Updated')).toBeVisible();
  await message(page, 'Product Updated').getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.context().close();
});

test('a second saved change replaces the message about the first change with a new message', async () => {
  const page = await office.openOwnPage();
  await page.goto(`${office.product.url}/admin/products`);
  await savePrice(page, 0, '7.55');
  await message(page, 'Product Updated').hover();
  await message(page, 'Product Updated').evaluate((shown) => shown.setAttribute('data-first', ''));
  await page.waitForTimeout(2600);
  // A message under the pointer does not disappear by itself.
  await savePrice(page, 1, '7.65');
  await expect(page.locator('[data-first]')).toHaveCount(0);
  await expect(message(page, 'Product Updated')).toBeVisible();
  await page.context().close();
});

test('while a change is being sent, the list opens in another view without a question about unsaved changes', async () => {
  const page = await office.openOwnPage();
  await page.goto(`${office.product.url}/admin/products`);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/admin/products/*', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await savePrice(page, 0, '7.85');
  await page.goto(`${office.product.url}/admin/products#per_page=15`);
  await expect(page.locator('tr[data-row]')).toHaveCount(15);
  letThrough();
  await expect(message(page, 'Product Updated')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.context().close();
});

test('Escape in a field leaves the message about the previous change open', async () => {
  const page = await office.openOwnPage();
  await page.goto(`${office.product.url}/admin/products`);
  await savePrice(page, 0, '7.75');
  await message(page, 'Product Updated').hover();
  await page
    .locator('tr[data-row="1"]')
    .getByRole('button', { name: /^Price of / })
    .press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.locator('tr[data-row="1"]').getByRole('button', { name: /^Price of / })).toBeFocused();
  await expect(message(page, 'Product Updated')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message(page, 'Product Updated')).toBeHidden();
  await page.context().close();
});
