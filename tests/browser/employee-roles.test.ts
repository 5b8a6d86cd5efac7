import { expect, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office creates an employee role, gives it a budget, changes it and deletes it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/accounts/1/employee-roles`);
  await expect(page.getByRole('heading', { level: 1, name: 'Northgate Facilities' })).toBeVisible();
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  for (const name of ['Name', 'Orderer', 'Budgeted?', 'Forceable?', 'Alert Email', 'Budget Code', 'Budget Value'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'New Role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
  // The address for alerts is also told of allowances, so every role may have one.
  const ofBudget = ['Budget Value (£)', 'Budget Duration', 'Budget Start Date'];
  for (const label of ofBudget) await expect(field(label)).toBeDisabled();
  await expect(dialog.getByLabel('Forceable?')).toBeDisabled();
  await field('Name').fill('Zookeeper');
  await field('Department Manager').check();
  await field('Budgeted?').check();
  for (const label of ofBudget) await expect(field(label)).toBeEnabled();
  await field('Budget Value (£)').fill('twelve');
  await dialog.getByRole('button', { name: 'Save role' }).click();
  for (const message of [messages.amount_invalid, messages.budget_start_needed, messages.budget_duration_needed])
    await expect(dialog.getByText(message)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await field('Budget Value (£)').fill('480');
  await field('Budget Duration').selectOption({ label: '12 months' });
  await field('Budget Start Date').fill('2026-01-05');
  await dialog.getByLabel('Forceable?').check();
  await field('Alert Email').fill('watch@zoo.test');
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText('Role has been saved', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('searchbox').fill('zookeeper');
  await expect(page).toHaveURL(/search=zookeeper/);
  const row = page.getByRole('row').filter({ hasText: 'Zookeeper' });
  await expect(row).toContainText('£480.00');
  await expect(row.getByRole('img', { name: 'Department Manager' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Z', exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Zookeeper', exact: true }).click();
  await expect(field('Budget Value (£)')).toHaveValue('480.00');
  await expect(page.getByText('£480.00 × 0 people = £0.00. Spent £0.00, left £0.00.')).toBeVisible();
  await field('Budgeted?').uncheck();
  for (const label of ofBudget) await expect(field(label)).toBeDisabled();
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).not.toContainText('£480.00');
  await expect(row.getByRole('link', { name: 'Zookeeper', exact: true })).toBeFocused();

  await row.getByRole('link', { name: 'Zookeeper', exact: true }).click();
  await expect(field('Budget Value (£)')).toHaveValue('');
  await page.getByRole('button', { name: 'Delete role' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this role?' });
  await expect(question).toContainText('Zookeeper: Nobody has it.');
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete role' }).click();
  await expect(page.getByText('Role Deleted', { exact: true })).toBeVisible();
  await expect(page.getByText('No Employee Roles Found')).toBeVisible();
});

test('an open role shows for each of its people how much of the budget is spent and how much is left', async () => {
  const { page, product } = office;
  const { items } = (await product.get(await product.signIn('super@kitroom.test'), '/api/admin/accounts/1/employee-roles')) as {
    items: { id: number; name: string; is_budgeted: boolean; people_count: number }[];
  };
  const role = items.find(({ is_budgeted, people_count }) => is_budgeted && people_count > 10);
  if (!role) throw new Error('no role with many people');
  await page.goto(`${product.url}/admin/accounts/1/employee-roles#role=${role.id}`);
  const people = page.getByRole('dialog', { name: role.name }).getByRole('region', { name: 'Budget use' });
  await expect(people.getByRole('row')).toHaveCount(11);
  await expect(people).toContainText(`× ${role.people_count} people =`);
  await people.getByRole('button', { name: 'Next' }).click();
  await expect(people.getByText('Page 2 of')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/employee-roles$/);
});

test('on a narrow screen a list can be sorted in either direction by a column that is not shown', async () => {
  const page = await office.openOwnPage();
  await page.goto(`${office.product.url}/admin/accounts/1/employee-roles`);
  await expect(page.getByRole('columnheader', { name: 'Budget Code', exact: true })).toBeVisible();
  const sortBy = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sortBy).toHaveCount(0);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('columnheader', { name: 'Budget Code', exact: true })).toHaveCount(0);
  await sortBy.selectOption({ label: 'By Budget Code' });
  await expect(page).toHaveURL(/orderBy=budget_code/);
  await page.getByRole('button', { name: /^Ascending/ }).click();
  await expect(page).toHaveURL(/sortedBy=desc/);
  await expect(page.getByRole('button', { name: /^Descending/ })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
