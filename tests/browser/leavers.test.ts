import { type Browser, expect, test } from '@playwright/test';
import { addDays } from '../../shared/add-days.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

interface Held {
  employee: { leaves_on: string | null };
  items: { is_non_returnable: boolean; qty_returnable: number }[];
}

test('on a phone, the list of leavers opens a collection with one tap and then offers its slip', async () => {
  const admin = await product.signIn('client.admin@northgate.test');
  const { items } = (await product.get(admin, '/api/employees?per_page=100')) as { items: { id: number; name: string }[] };
  let holder: { id: number; name: string } | undefined;
  for (const { id, name } of items) {
    const { employee, items: held } = (await product.get(admin, `/api/employees/${id}/holdings`)) as Held;
    const isHolding = held.some(({ is_non_returnable, qty_returnable }) => !is_non_returnable && qty_returnable > 0);
    if (id !== admin.who.user.id && !employee.leaves_on && isHolding) {
      holder = { id, name };
      break;
    }
  }
  if (!holder) throw new Error('Nobody of the demo holds an item.');
  const { id, name } = holder;
  const changed = await fetch(`${product.url}/api/employees/${id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ leaves_on: addDays(ukDate(new Date().toISOString()), 3) }),
  });
  expect(changed.status).toBe(200);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await enter(context, product, admin);
  const page = await context.newPage();
  await open(page, product, '/starters');
  await page.getByRole('navigation', { name: 'Starters and leavers' }).getByRole('link', { name: 'Leavers' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  // The demo has somebody whose collection is open, and somebody who has kept items and agreed to deductions.
  await expect(page.getByRole('link', { name: /^Print the slip C-\d+ of / })).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Report of leavers with / })).toHaveAttribute('href', '/reports');
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: `Open a collection of what ${name} holds` }).click();
  const slip = page.getByRole('link', { name: new RegExp(`^Print the slip C-\\d+ of ${name} `) });
  await expect(slip).toHaveAttribute('href', /^\/collections\/\d+\/slip$/);
  await page.getByLabel('State').selectOption({ label: 'Closed (0)' });
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden();
});

test('somebody who has left is marked in the list of employees, and an order for them is refused with the day', async () => {
  const admin = await product.signIn('client.admin@northgate.test');
  const { items } = (await product.get(admin, '/api/employees?per_page=100')) as { items: { name: string; leaves_on: string | null }[] };
  const left = items.find(({ leaves_on }) => leaves_on !== null && leaves_on < ukDate(new Date().toISOString()));
  if (!left) throw new Error('Nobody of the demo has left.');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await enter(context, product, admin);
  const page = await context.newPage();
  await open(page, product, '/employees');
  await page.getByLabel('Search employees').fill(left.name);
  const card = page.getByRole('listitem').filter({ hasText: left.name });
  await expect(card.getByText('Left', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: left.name }).check();
  for (const button of ['The usual', 'Start Order']) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(/left on .* nothing new is ordered for them/).last()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});
