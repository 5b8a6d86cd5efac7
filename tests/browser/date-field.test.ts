import { expect, type Locator, type Page, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

const open = async (path: string): Promise<Page> => {
  const { page, product } = office;
  await page.goto(product.url + path);
  // The browser of these tests shows a native date field as mm/dd/yyyy.
  expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  return page;
};

/** Types over what is in the field. */
async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.selectText();
  await field.pressSequentially(text);
}

test('a date is typed in any usual form, shown as dd/mm/yyyy in every language, and moved by the arrows', async () => {
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
  // The arrows do not leave the days that the other field allows.
  await type(invoice.getByLabel('End Date'), '31/1/2026');
  await start.press('ArrowUp');
  await expect(start).toHaveValue('31/01/2026');
});

test('a day that is not in the calendar has a message at its field, and starts nothing', async () => {
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

test('the button and Alt with the down arrow open the browser’s calendar, which fills the field', async () => {
  const page = await open('/admin/reports');
  await page.evaluate(() => {
    HTMLInputElement.prototype.showPicker = function showPicker() {
      document.title = `picker of ${this.value}`;
    };
  });
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  const start = invoice.getByLabel('Start Date');
  await type(start, '1/2/2026');
  await start.press('Alt+ArrowDown');
  await expect(page).toHaveTitle('picker of 2026-02-01');
  await page.evaluate(() => Object.assign(document, { title: '' }));
  await invoice.getByRole('button', { name: 'Calendar' }).first().click();
  await expect(page).toHaveTitle('picker of 2026-02-01');
  await expect(start).toBeFocused();
  await invoice.locator('input[type="date"]').first().fill('2026-03-09');
  await expect(start).toHaveValue('09/03/2026');
  await expect(invoice.getByRole('link', { name: 'Generate CSV' })).toHaveAttribute('href', /start=2026-03-09&/);
});

test('a date that is saved as the field is left is stored, and Escape takes it back', async () => {
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

test('a day that does not exist is named at its field and not sent, on an order, on a purchase order and in the filters', async () => {
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

test('a list is filtered by a date once it is whole', async () => {
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
