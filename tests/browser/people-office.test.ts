import { expect, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { open } from './screens.ts';

const office = officePage();
const list = '/admin/accounts/1/employees';

test('the office gives a clothing set to all people who match a search; people who cannot be invited are named with the reason', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const search = 'search=an';
  await open(page, product, `${list}#${search}`);
  const people = (await product.get(session, `/api${list}?${search}&per_page=100`)) as {
    total: number;
    items: { name: string; signed_in_at: string | null; email: string | null; clothing_sets: { name: string }[] }[];
  };
  const withSet = people.items.filter(({ clothing_sets }) => clothing_sets.some(({ name }) => name === 'Supervisors')).length;
  expect(withSet).toBeLessThan(people.total);
  // Once one row is chosen, one press chooses everybody who matches.
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(1)
    .check();
  await page.getByRole('button', { name: 'Choose all that match' }).click();
  await expect(page.getByText(`${people.total} chosen`)).toBeVisible();
  await page.getByRole('button', { name: 'Clothing sets', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Supervisors').check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Add Supervisors to ${people.total}` }).click();
  await expect(dialog.getByText(`${people.total} done`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const after = (await product.get(session, `/api${list}?${search}&per_page=100`)) as typeof people;
  expect(after.items.every(({ clothing_sets }) => clothing_sets.some(({ name }) => name === 'Supervisors'))).toBe(true);

  const refused = people.items.find(({ signed_in_at }) => signed_in_at !== null);
  await page.getByRole('checkbox', { name: `Choose ${refused?.name}` }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByRole('button', { name: 'Invite 1' }).click();
  const result = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect(result).toContainText(refused?.name ?? '');
  await expect(result).toContainText('has signed in already');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Try the other 1 again' }).click();
  await expect(dialog.getByText('0 done')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('opening the menu of a row does not open the row; saving a person leads back to the list with the same search', async () => {
  const { page, product } = office;
  await open(page, product, `${list}#search=Akhtar`);
  await expect(page.getByRole('link', { name: 'Create Employee' })).toHaveAttribute('href', `${list}/create`);
  await expect(page.getByRole('link', { name: 'New Employee' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Nasreen Akhtar' }).click();
  await expect(page.getByRole('menuitem', { name: 'Impersonate' })).toHaveAttribute('href', /\/impersonate\/take\/\d+$/);
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const question = page.getByRole('alertdialog', { name: 'Archive Nasreen Akhtar?' });
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}#search=Akhtar$`));

  await page.getByRole('link', { name: 'Akhtar, Nasreen' }).click();
  // A wide window shows the person's spend, products and held items beside the form. A search there keeps the text typed in the form.
  await page.getByLabel('Phone').fill('07700 900111');
  for (const part of ['Budgets', 'What they may order, and why', 'What they hold'])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible();
  const offered = page.getByRole('region', { name: 'What they may order, and why' });
  await expect(offered.getByRole('listitem').first()).toContainText(/\d+\.\d\d/);
  const atFirst = await offered.getByRole('listitem').count();
  await offered.getByRole('button', { name: /^\d+ more$/ }).click();
  expect(await offered.getByRole('listitem').count()).toBeGreaterThan(atFirst);
  await page.getByRole('combobox', { name: 'Product' }).fill('beanie');
  await page.getByRole('option', { name: 'Rib Knit Beanie' }).click();
  await expect(page).toHaveURL(/#product=\d+$/);
  await expect(page.getByLabel('Phone')).toHaveValue('07700 900111');
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect(page.getByRole('region', { name: 'Budgets', exact: true })).toHaveCount(0);
  await expect(page.getByLabel('Phone')).toHaveValue('07700 900111');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User has been saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/[^n]\/accounts\/1#search=Akhtar$/);
  await expect(page.getByRole('link', { name: 'Akhtar, Nasreen' })).toBeVisible();

  await open(page, product, '/accounts/1/employees/24/send-reset');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(/^A link to set a new password to .+@northgate\.test is written and waits: no mail server is set$/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/accounts\/1\/employees\/24\/edit$/);

  // After a row is archived, the row that takes its position gets the focus, so that the keyboard continues from there.
  await open(page, product, `${list}#search=an`);
  const rows = page.locator('tr[data-row]');
  const next = await rows.nth(1).getByRole('link').first().innerText();
  await rows
    .nth(0)
    .getByRole('button', { name: /^Actions for / })
    .click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.locator('tr:focus')).toContainText(next);
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
});

test('a super adds and deletes another super, gives somebody on the floor a new PIN and signs them out everywhere', async () => {
  const { page, product } = office;
  await open(page, product, '/admin/users');
  await page.getByRole('link', { name: 'Create New Super User' }).click();
  await page.getByLabel('Forenames').fill('Iris');
  await page.getByLabel('Surname').fill('Bell');
  await page.getByLabel('Email').fill('tom@kitroom');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/email/i);
  await page.getByLabel('Email').fill('iris.bell@kitroom.test');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User has been saved. No mail server is set: the email waits.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);

  await page.getByRole('link', { name: 'Bell, Iris' }).click();
  await page.getByRole('button', { name: 'Actions for Iris Bell' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' });
  expect(await faultsOf(page)).toEqual([]);
  await deletion.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Iris Bell has been deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bell, Iris' })).toBeHidden();

  const tablet = await product.signIn('warehouse@kitroom.test');
  await page.getByRole('link', { name: 'Whitaker, Tom' }).click();
  await page.getByRole('button', { name: 'Reset PIN' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('PIN').fill('58');
  await dialog.getByLabel('Repeat it').fill('5817');
  await dialog.getByRole('button', { name: 'Reset PIN' }).click();
  await expect(dialog.getByLabel('PIN')).toHaveAccessibleDescription(/four to eight digits/);
  await expect(dialog.getByLabel('Repeat it')).toHaveAccessibleDescription('The two PINs differ.');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel('PIN').fill('5817');
  await dialog.getByRole('button', { name: 'Reset PIN' }).click();
  await expect(page.getByText('The PIN of Tom Whitaker is set', { exact: true })).toBeVisible();

  await expect(product.get(tablet, '/api/auth/me')).resolves.toBeTruthy();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('They are signed in nowhere.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await expect(product.get(tablet, '/api/auth/me')).rejects.toThrow('401');
});

test('if there are more people than a list can show, a message asks for a search', async () => {
  const { page, product } = office;
  await page.route(/\/api\/admin\/accounts\/1\/employees\?/, (route) => route.fulfill({ status: 419, json: { message: messages.too_many_people } }));
  await open(page, product, list);
  await expect(page.getByText('There are too many employees to list. Please use the search feature to narrow down the results.')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search employees' })).toBeEnabled();
  await page.unroute(/\/api\/admin\/accounts\/1\/employees\?/);
});

test('if a session ends while a form is edited, signing in again in a dialog over the form keeps what was typed', async () => {
  const { product, openOwnPage } = office;
  const page = await openOwnPage();
  await open(page, product, `${list}#search=Akhtar`);
  await page.getByRole('link', { name: 'Akhtar, Nasreen' }).click();
  await page.getByLabel('Phone').fill('07700 900222');
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('kitroom.session') ?? '{}') as { token: string }).token);
  await fetch(`${product.url}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toContainText('Your session has ended. What is on this screen is kept.');
  await dialog.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Phone')).toHaveValue('07700 900222');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User has been saved', { exact: true })).toBeVisible();
  await page.context().close();
});
