import { expect, type Locator, type Page, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { sharedChromium } from './chromium.ts';
import { officePage } from './office-page.ts';
import { enter } from './screens.ts';

const office = officePage();
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const open = async (path: string): Promise<Page> => {
  const { page, product } = office;
  await page.goto(product.url + path);
  // The browser of these tests shows a native date field as mm/dd/yyyy.
  expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  return page;
};

/** Replaces the text in a field by typing. */
async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.selectText();
  await field.pressSequentially(text);
}

test('a date can be typed in any usual form, is shown as dd/mm/yyyy in every browser language, and is moved by the arrow keys', async () => {
  const page = await open('/admin/reports');
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  const start = invoice.getByLabel('Start Date');
  const link = invoice.getByRole('link', { name: 'Generate CSV' });
  await expect(start).toHaveAttribute('placeholder', 'dd/mm/yyyy');
  for (const text of ['1/2/26', '01022026', '1.2.2026', '1 Feb 2026', '2026-02-01']) {
    await type(start, text);
    await expect(link).toHaveAttribute('href', /start=2026-02-01&/);
    await start.press('Tab');
    await expect(start).toHaveValue('01/02/2026');
  }
  await start.press('ArrowUp');
  await expect(start).toHaveValue('02/02/2026');
  for (const _ of [1, 2]) await start.press('ArrowDown');
  await expect(start).toHaveValue('31/01/2026');
  await expect(link).toHaveAttribute('href', /start=2026-01-31&/);
  // The arrow keys stop at the last day that the other field allows.
  await type(invoice.getByLabel('End Date'), '31/1/2026');
  await start.press('ArrowUp');
  await expect(start).toHaveValue('31/01/2026');
});

test('a day that does not exist shows a message at its field, and no report starts', async () => {
  const page = await open('/admin/reports');
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  const start = invoice.getByLabel('Start Date');
  await type(start, '31/2/2026');
  await expect(invoice.getByRole('button', { name: 'Generate CSV' })).toBeDisabled();
  await start.press('Tab');
  await expect(start).toHaveAccessibleDescription(messages.no_such_day);
  await expect(start).toHaveValue('31/2/2026');
  await type(start, '2/31/2026');
  await start.press('Tab');
  await expect(start).toHaveAccessibleDescription(messages.date_form);
  expect(await faultsOf(page)).toEqual([]);
  await start.press('ArrowUp');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toBeVisible();

  const notice = await open('/admin/notices/create');
  await notice.getByLabel('Name').fill('winter-hours');
  await notice.getByLabel('Subject').fill('Winter hours');
  const from = notice.getByLabel('Starts At');
  await type(from, '29/2/2027');
  await from.press('Enter');
  await expect(from).toHaveAccessibleDescription(new RegExp(messages.no_such_day));
  await expect(from).toBeFocused();
  await type(from, '28 Feb 27');
  await from.press('Enter');
  await expect(notice.getByText('Notice has been saved', { exact: true })).toBeVisible();
  await notice.getByRole('link', { name: 'winter-hours', exact: true }).click();
  await expect(notice.getByLabel('Starts At')).toHaveValue('28/02/2027');
});

test('the button, or Alt with the down arrow, opens a calendar, in which a day is chosen with the keyboard or the mouse', async () => {
  const page = await open('/admin/reports');
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  const start = invoice.getByLabel('Start Date');
  const calendar = page.getByRole('dialog', { name: 'Calendar: Start Date' });
  const focused = page.locator('.rdp-day_button:focus');
  await type(start, '1/2/2026');
  await start.press('Alt+ArrowDown');
  await expect(focused).toHaveAccessibleName('Sunday, 1 February 2026, selected');
  expect(await faultsOf(page)).toEqual([]);
  for (const [key, name] of [
    ['ArrowRight', 'Monday, 2 February 2026'],
    ['ArrowDown', 'Monday, 9 February 2026'],
    ['End', 'Sunday, 15 February 2026'],
    ['Home', 'Monday, 9 February 2026'],
    ['PageDown', 'Monday, 9 March 2026'],
    ['PageUp', 'Monday, 9 February 2026'],
    ['Shift+PageUp', 'Sunday, 9 February 2025'],
    ['Shift+PageDown', 'Monday, 9 February 2026'],
    ['ArrowLeft', 'Sunday, 8 February 2026'],
    ['ArrowUp', 'Sunday, 1 February 2026, selected'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused, key).toHaveAccessibleName(name);
  }
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(start).toBeFocused();
  await expect(start).toHaveValue('01/03/2026');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toHaveAttribute('href', /start=2026-03-01&/);

  const button = invoice.getByRole('button', { name: 'Calendar' }).first();
  await button.click();
  await expect(focused).toHaveAccessibleName('Sunday, 1 March 2026, selected');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(start).toBeFocused();
  await expect(start).toHaveValue('01/03/2026');
  await button.click();
  await button.click();
  await expect(calendar).toBeHidden();

  // The month and the year can be chosen from lists by keyboard: Tab does not leave the calendar.
  await button.click();
  await calendar.getByLabel('Year').selectOption('2024');
  await calendar.getByLabel('Month', { exact: true }).selectOption('February');
  await calendar.getByRole('button', { name: 'Thursday, 29 February 2024' }).click();
  await expect(start).toHaveValue('29/02/2024');
  await start.press('Alt+ArrowDown');
  for (const name of ['Today', 'Clear', 'Previous month', 'Month', 'Year', 'Next month']) {
    await page.keyboard.press('Tab');
    await expect(calendar.locator(':focus')).toHaveAccessibleName(name);
  }
  await calendar.getByRole('button', { name: 'Today', exact: true }).click();
  const today = ukDate(new Date().toISOString());
  await expect(start).toHaveValue(today.split('-').reverse().join('/'));
  await button.click();
  await expect(focused).toHaveAccessibleName(/^Today, .*, selected$/);
  await calendar.getByRole('button', { name: 'Clear' }).click();
  await expect(start).toHaveValue('');
});

test('the calendar is in British English and begins on Monday in a German and an American browser, in any time zone', async () => {
  const { product } = office;
  const browser = await sharedChromium();
  const session = await product.signIn('super@kitroom.test');
  for (const [locale, timezoneId] of [
    ['de-DE', 'Pacific/Auckland'],
    ['en-US', 'America/Los_Angeles'],
  ]) {
    const context = await browser.newContext({ locale, timezoneId, serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
    await enter(context, product, session);
    const page = await context.newPage();
    await page.goto(`${product.url}/admin/reports`);
    expect(await page.evaluate(() => navigator.language)).toBe(locale);
    const start = page.getByRole('region', { name: 'Invoice report' }).getByLabel('Start Date');
    await type(start, '2/3/2026');
    await start.press('Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Calendar: Start Date' });
    await expect(calendar.locator('.rdp-weekday')).toHaveText(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']);
    await expect(calendar.getByLabel('Month', { exact: true }).locator('option')).toHaveText(months);
    await expect(calendar.getByRole('gridcell').nth(7)).toHaveText('2');
    await expect(calendar.locator('.rdp-day_button:focus')).toHaveAccessibleName('Monday, 2 March 2026, selected');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(start).toHaveValue('01/03/2026');
    await context.close();
  }
});

test('the calendar offers only the days that the field allows', async () => {
  const page = await open('/admin/reports');
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  const start = invoice.getByLabel('Start Date');
  const end = invoice.getByLabel('End Date');
  await type(start, '10/2/2026');
  await type(end, '20/2/2026');
  await start.press('Alt+ArrowDown');
  const before = page.getByRole('dialog', { name: 'Calendar: Start Date' });
  await expect(before.getByRole('button', { name: 'Saturday, 21 February 2026' })).toBeDisabled();
  await expect(before.getByRole('button', { name: 'Next month' })).toBeHidden();
  await expect(before.getByLabel('Year').locator('option').last()).toHaveText('2026');
  for (const _ of [1, 2]) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(start).toHaveValue('18/02/2026');

  await end.press('Alt+ArrowDown');
  const after = page.getByRole('dialog', { name: 'Calendar: End Date' });
  await expect(after.getByRole('button', { name: 'Tuesday, 17 February 2026' })).toBeDisabled();
  await expect(after.getByRole('button', { name: 'Wednesday, 18 February 2026' })).toBeEnabled();
  await expect(after.getByRole('button', { name: 'Previous month' })).toBeHidden();
  await page.keyboard.press('Escape');
});

test('in a dialog Escape closes only the calendar, and Enter in the calendar does not send the form', async () => {
  const page = await open('/admin/products/1/edit#tab=variations&form=list');
  await page.getByRole('checkbox', { name: 'Discontinue S, Navy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discontinue S, Navy' });
  const day = dialog.getByLabel('Not sold from');
  await type(day, '1/2/2030');
  await day.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar: Not sold from' });
  await expect(calendar.locator(':focus')).toHaveAccessibleName('Friday, 1 February 2030, selected');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(day).toBeFocused();
  await dialog.getByRole('button', { name: 'Calendar' }).click();
  await expect(calendar.locator(':focus')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(day).toHaveValue('02/02/2030');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('on a phone the days are as large as a finger, no keyboard appears, and the calendar opens without a network', async () => {
  const { product } = office;
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });
  await enter(context, product, await product.signIn('super@kitroom.test'));
  const page = await context.newPage();
  await page.goto(`${product.url}/admin/reports`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  await invoice.getByRole('button', { name: 'Calendar' }).last().tap();
  const calendar = page.getByRole('dialog', { name: 'Calendar: End Date' });
  await expect(calendar.getByRole('gridcell')).toHaveCount(42);
  const small = await calendar.locator('button, select').evaluateAll((targets) =>
    targets.flatMap((target) => {
      const { width, height, left, right } = target.getBoundingClientRect();
      return width < 44 || height < 44 || left < 0 || right > innerWidth ? [`${target.textContent}: ${width} × ${height}`] : [];
    }),
  );
  expect(small).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  const month = await calendar.getByLabel('Month', { exact: true }).inputValue();
  await calendar.getByRole('button', { name: 'Previous month' }).tap();
  await expect(calendar.getByLabel('Month', { exact: true })).not.toHaveValue(month);
  await calendar.getByRole('gridcell', { name: /15/ }).getByRole('button').tap();
  await expect(invoice.getByLabel('End Date')).toHaveValue(/^15\//);
  await expect(invoice.getByRole('button', { name: 'Calendar' }).last()).toBeFocused();
  await context.close();
});

test('a date is saved when its field is left, and Escape restores the stored date', async () => {
  const { product } = office;
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/orders?stage=requires_allocation&per_page=1')) as { items: { uuid: string }[] };
  const page = await open(`/admin/orders/${items[0]?.uuid}/edit`);
  const required = page.getByLabel('Required by');
  await type(required, '1/2/27');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await required.press('Enter');
  expect((await saved).request().postDataJSON()).toMatchObject({ required_on: '2027-02-01' });
  await type(required, '3/4/27');
  await required.press('Escape');
  await expect(required).toHaveValue('01/02/2027');
  await page.reload();
  await expect(required).toHaveValue('01/02/2027');
  // A day chosen in the calendar is saved when the focus leaves the field, like a typed day, even if the calendar is still open.
  await required.press('Alt+ArrowDown');
  await page.getByRole('button', { name: 'Tuesday, 2 February 2027' }).click();
  await expect(required).toHaveValue('02/02/2027');
  await required.press('Alt+ArrowDown');
  const again = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await page.getByRole('heading', { level: 1 }).click();
  expect((await again).request().postDataJSON()).toMatchObject({ required_on: '2027-02-02' });

  const drafts = (await product.get(session, '/api/admin/purchase-orders?stage=draft&per_page=1')) as { items: { id: number }[] };
  await open(`/admin/purchase-orders/${drafts.items[0]?.id}/edit`);
  const due = page.getByRole('region', { name: 'Details' }).getByLabel('Due');
  await type(due, '05062027');
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await due.press('Tab');
  expect((await stored).request().postDataJSON()).toMatchObject({ due_on: '2027-06-05' });
  await page.reload();
  await expect(due).toHaveValue('05/06/2027');
});

test('a day that does not exist shows a message at its field and is not sent, on an order, on a purchase order and in the filters', async () => {
  const { product } = office;
  const session = await product.signIn('super@kitroom.test');
  const [orders, drafts] = (await Promise.all(
    ['/api/admin/orders?stage=requires_allocation&per_page=1', '/api/admin/purchase-orders?stage=draft&per_page=1'].map((path) =>
      product.get(session, path),
    ),
  )) as [{ items: { uuid: string }[] }, { items: { id: number }[] }];
  const page = await open(`/admin/orders/${orders.items[0]?.uuid}/edit`);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  const required = page.getByLabel('Required by');
  await type(required, '31/02/2026');
  await required.press('Enter');
  await expect(required).toHaveAccessibleDescription(messages.no_such_day);
  await required.press('Tab');
  await expect(required).toHaveAccessibleDescription(messages.no_such_day);
  await type(required, '1/1/1850');
  await required.press('Tab');
  await expect(required).toHaveAccessibleDescription(messages.date_too_early);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await required.press('Escape');

  await open(`/admin/purchase-orders/${drafts.items[0]?.id}/edit`);
  const due = page.getByRole('region', { name: 'Details' }).getByLabel('Due');
  await type(due, '31/02/2026');
  await due.press('Tab');
  await expect(due).toHaveAccessibleDescription(new RegExp(messages.no_such_day));
  await due.press('Escape');
  expect(sent).toEqual([]);

  await open('/admin/orders');
  await page.getByRole('button', { name: 'Filters' }).click();
  const from = page.getByLabel('Submitted from');
  await type(from, '31/02/2026');
  await from.press('Enter');
  await expect(from).toHaveAccessibleDescription(messages.no_such_day);
  await type(from, 'today');
  await from.press('Enter');
  await expect(page).toHaveURL(new RegExp(`start=${ukDate(new Date().toISOString())}`));
});

test('a list is filtered by a date once the date is complete', async () => {
  const { product } = office;
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/products?per_page=1')) as { items: { id: number }[] };
  const page = await open(`/admin/products/${items[0]?.id}/edit#tab=history`);
  const from = page.getByLabel('From');
  await type(from, '1/2/26');
  await expect(page).not.toHaveURL(/start=/);
  await from.press('Enter');
  await expect(page).toHaveURL(/start=2026-02-01/);
  await type(from, '2/3/2026');
  await expect(page).toHaveURL(/start=2026-03-02/);
  await from.press('Backspace');
  await from.press('Tab');
  await expect(from).toHaveAccessibleDescription(messages.date_form);
  await expect(page).not.toHaveURL(/start=/);
});
