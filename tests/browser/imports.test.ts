import { exec } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

/** Chooses what is imported and from which file. */
async function chooseFile(page: Page, type: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto(`${office.product.url}/admin/imports`);
  await page.getByRole('link', { name: 'Import a file' }).click();
  await page.getByRole('group', { name: 'What is imported' }).getByRole('button', { name: type }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
}

/** Sends a change as another person, not through this page. */
async function send(email: string, method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const { token } = await office.product.signIn(email);
  const response = await fetch(office.product.url + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

interface Level {
  sku: string;
  qty_available: number;
}

const counts = (page: Page) => page.locator('.import-stats');

test('people are imported from the second sheet of a workbook, errors are corrected in place, and an undo skips people edited since', async () => {
  const { page, product } = office;
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Cover', rows: [['Northgate starters']] },
      {
        name: 'Staff',
        rows: [
          ['Northgate starters, November'],
          [],
          ['Payroll No', 'First Name', 'Last Name', 'E-Mail', 'Depot', 'Job Title', 'M/F', 'Shoe size'],
          ['0074101', 'Wayne', 'Sugden', 'w.sugden@northgate.test', 'Leeds Head Office', 'Site Operative', 'M', '9'],
          ['0074102', 'Ioana', 'O’Neill', '', 'Leeds Head Office', 'Site Operative', 'F', '5'],
          ['0074103', 'Nasreen', 'Akhtar', 'n.akhtar2@northgate', 'Leeds Head Office', 'Supervisor', 'F', '4'],
          ['0074104', 'Kerry', 'Hodgetts', '', 'Leeds Cross Gren Depot', 'Site Operative', 'F', '6'],
        ],
      },
    ],
  });
  await chooseFile(page, 'Employees', {
    name: 'starters.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(workbook),
  });
  await page.getByRole('combobox', { name: 'Account' }).fill('Northgate');
  await page.getByRole('option', { name: /Northgate Facilities/ }).click();
  await page.getByLabel('Sheet').selectOption('Staff');
  await expect(page.getByLabel('Column names in row')).toHaveValue('3');
  await expect(page.getByLabel('Payroll No becomes')).toHaveValue('employee_number');
  await expect(page.getByLabel('Depot becomes')).toHaveValue('sites');
  await expect(page.getByLabel('Shoe size becomes')).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Columns' })).toContainText('7 of 8 columns used, first 4 rows');
  await page.getByLabel('Save the mapping as').fill('Northgate payroll');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check the file' }).click();

  await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
  await expect(counts(page)).toContainText('New2');
  await expect(counts(page)).toContainText('With errors, left out2');
  await page.getByLabel('Row 6, E-Mail').fill('n.akhtar2@northgate.test');
  await page.getByRole('button', { name: 'Use Leeds Cross Green Depot in row 7' }).click();
  await expect(counts(page)).toContainText('New4');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/accounts/1/employees?search=00741&per_page=100')) as {
    items: { id: number; version: number; surname: string; employee_number: string }[];
  };
  const byName = new Map(items.map((person) => [person.surname, person]));
  expect(items.map(({ employee_number }) => employee_number).sort()).toEqual(['0074101', '0074102', '0074103', '0074104']);
  const edited = byName.get('Sugden');
  await send('super@kitroom.test', 'PUT', `/api/admin/accounts/1/employees/${edited?.id}`, {
    version: edited?.version,
    contact_phone: '0113 496 0999',
  });
  await send('client.admin@northgate.test', 'POST', '/api/orders', { employees: [byName.get('Hodgetts')?.id] });

  await page.getByRole('link', { name: 'All imports' }).click();
  const row = page.getByRole('row', { name: /starters\.xlsx/ }).first();
  await expect(row).toContainText('DONE');
  await expect(row).toContainText('Northgate Facilities');
  await row.getByRole('button', { name: 'Undo the import of starters.xlsx' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo the import of starters.xlsx?' });
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Undo the import' }).click();
  await expect(row).toContainText('REVERTED IN PART');
  const lists = page.getByRole('region', { name: 'What undoing did' });
  await expect(lists.getByRole('region', { name: '2 undone' })).toContainText('0074102');
  await expect(lists.getByRole('region', { name: '1 kept, because edited since' })).toContainText('0074101');
  await expect(lists.getByRole('region', { name: '1 could not be undone' })).toContainText('0074104');
  await expect(lists.getByRole('link', { name: 'As CSV' })).toHaveAttribute('href', /\/log\.csv$/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'What undoing starters.xlsx did' }).click();
  await expect(lists).toBeHidden();
  const after = (await product.get(session, '/api/admin/accounts/1/employees?search=00741&per_page=100')) as { items: { surname: string }[] };
  expect(after.items.map(({ surname }) => surname).sort()).toEqual(['Hodgetts', 'Sugden']);
});

test('a file that is chosen right after its type keeps the type', async () => {
  const { page } = office;
  await page.goto(`${office.product.url}/admin/imports/new`);
  const types = page.getByRole('group', { name: 'What is imported' });
  await expect(types.getByRole('button', { name: 'Employees' })).toHaveAttribute('aria-pressed', 'true');
  // Both in one task of the browser: the file arrives before the chosen type is on the screen, as on a busy machine.
  await types.getByRole('button', { name: 'Stock' }).evaluate((button: HTMLButtonElement) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const files = new DataTransfer();
    files.items.add(new File(['SKU,Count\nIMP-1,7\n'], 'count.csv', { type: 'text/csv' }));
    button.click();
    if (!input) return;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByText('count.csv')).toBeVisible();
  await expect(types.getByRole('button', { name: 'Stock' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'Import stock' })).toBeVisible();
});

test('allowances are imported for an account, and their export is imported again without a change', async () => {
  const { page, product } = office;
  const name = 'Imported polos';
  const text = `Allowance,Employee role,Unit,Amount,Instalments,Covers all,Period,Anchor,When exceeded\n${name},Site Operative,items,5,0:2; 6:3,yes,12,start date,refuse\n${name} B,Site Operativ,items,5,,yes,12,start date,refuse\n`;
  await chooseFile(page, 'Allowances', { name: 'polos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByText('Choose the account.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Account' }).fill('Northgate');
  await page.getByRole('option', { name: /Northgate Facilities/ }).click();
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('group', { name: 'What is imported' }).getByRole('button', { name: 'Allowances' })).toBeInViewport({ ratio: 1 });
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page)).toContainText('New1');
  await expect(page.getByText('Choose a role of this client.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/accounts/1/allowances?search=Imported')) as { items: { instalments: object[] }[] };
  expect(items).toMatchObject([
    {
      name,
      amount: 5,
      instalments: [
        { after_months: 0, amount: 2 },
        { after_months: 6, amount: 3 },
      ],
    },
  ]);
  const exported = await page.request.get(`${product.url}/admin/accounts/1/allowances/export?search=Imported`);
  await chooseFile(page, 'Allowances', { name: 'again.csv', mimeType: 'text/csv', buffer: await exported.body() });
  await page.getByRole('combobox', { name: 'Account' }).fill('Northgate');
  await page.getByRole('option', { name: /Northgate Facilities/ }).click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page)).toContainText('As they are already1');
});

test('corrected cells are checked automatically before the import can begin, and a double click on Import starts one import', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/stock/skus?search=-&per_page=100')) as { items: Level[] };
  const [one, two, three] = items.map(({ sku }) => sku);
  const text = `SKU,Count\n${one},seven\n${two},12\n${three},eight\n`;
  await chooseFile(page, 'Stock', { name: 'mend.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page)).toContainText('With errors, left out2');
  const runs: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/run')) runs.push(request.url());
  });
  await page.getByLabel('Row 2, Count').fill('1007');
  await expect(page.getByText('What was put right is checked first')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d+ row/ })).toBeDisabled();
  // A half-typed number is not checked, and text that is typed while the first cell is checked stays in its field.
  await page.getByLabel('Row 4, Count').fill('');
  await page.getByLabel('Row 4, Count').pressSequentially('1008', { delay: 400 });
  await page.getByRole('heading', { name: 'The whole file, checked' }).click();
  await expect(page.getByText('With errors, left out')).toBeHidden();
  await page.getByRole('button', { name: 'Import 3 rows' }).dblclick();
  await expect(page.getByText('The import is done.')).toBeVisible();
  expect(runs).toHaveLength(1);
  const { items: after } = (await product.get(session, '/api/admin/stock/skus?search=-&per_page=100')) as { items: Level[] };
  expect(after.filter(({ sku }) => [one, three].includes(sku)).map(({ qty_available }) => qty_available)).toEqual([1007, 1008]);
});

test('an error in a field for which the file has no column offers no cell to correct', async () => {
  const { page } = office;
  await chooseFile(page, 'Products', { name: 'nameless.csv', mimeType: 'text/csv', buffer: Buffer.from('SKU,Price\nNAMELESS-1,3.50\n') });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const row = page.getByRole('row', { name: /Name is needed/ });
  await expect(row).toContainText('No column');
  await expect(row).toContainText('Change the columns');
  await expect(row.getByRole('textbox')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('a saved mapping is used for the next file with the same column names, and can be forgotten', async () => {
  const { page } = office;
  await chooseFile(page, 'Stock', { name: 'aisle.csv', mimeType: 'text/csv', buffer: Buffer.from('Code;Counted\nNO-SUCH-SKU;4\n') });
  await expect(page.getByLabel('Code becomes')).toHaveValue('sku');
  await page.getByLabel('Save the mapping as').fill('Stocktake');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page)).toContainText('With errors, left out1');
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  // The choices are still there if the columns are changed after the check.
  await page.getByRole('link', { name: 'Change the columns' }).click();
  await expect(page.getByLabel('Counted becomes')).toHaveValue('count');
  await expect(page.getByLabel('Save the mapping as')).toHaveValue('Stocktake');
  // The file is on the server, so a reload before or after the check keeps the file and its columns.
  await page.reload();
  await expect(page.getByText('aisle.csv')).toBeVisible();
  await expect(page.getByLabel('Counted becomes')).toHaveValue('count');
  await page.getByLabel('Counted becomes').selectOption('change');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
  await page.reload();
  await page.getByRole('link', { name: 'Change the columns' }).click();
  await expect(page.getByLabel('Counted becomes')).toHaveValue('change');
  await page.getByLabel('Counted becomes').selectOption('count');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page)).toContainText('With errors, left out1');

  await chooseFile(page, 'Stock', { name: 'aisle-2.csv', mimeType: 'text/csv', buffer: Buffer.from('Code;Counted\nNO-SUCH-SKU;4\n') });
  await page.getByLabel('Mapping', { exact: true }).selectOption('Stocktake');
  await expect(page.getByRole('columnheader', { name: /Counted/ })).toContainText('As before');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Forget the mapping Stocktake' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByLabel('Mapping', { exact: true })).toBeHidden();
});

test('mappings of the same name can be saved for two accounts, and each account is offered only its mapping', async () => {
  const { page } = office;
  const name = 'Weekly feed';
  const file = { name: 'weekly.csv', mimeType: 'text/csv', buffer: Buffer.from('Ref;Name A;Name B\nA-1;Ada;Byron\n') };
  const account = page.getByRole('combobox', { name: 'Account' });
  const chooseAccount = async (client: string): Promise<void> => {
    await account.fill(client);
    await page.getByRole('option', { name: new RegExp(`^${client}`) }).click();
  };
  const mapping = page.getByLabel('Mapping', { exact: true });
  const names = [page.getByLabel('Name A becomes'), page.getByLabel('Name B becomes')];
  const expectNames = async (values: readonly string[]): Promise<void> => {
    for (const [place, select] of names.entries()) await expect(select).toHaveValue(values[place] ?? '');
  };
  const clients = { 'Northgate Facilities': ['forenames', 'surname'], 'Harbour Care': ['surname', 'forenames'] };
  for (const [client, values] of Object.entries(clients)) {
    await chooseFile(page, 'Employees', file);
    await chooseAccount(client);
    await page.getByLabel('Ref becomes').selectOption('employee_number');
    // Both choices are cleared first, because if two columns name the same field, even for a moment, neither column keeps it.
    for (const select of names) await select.selectOption('');
    for (const [place, select] of names.entries()) await select.selectOption(values[place] ?? '');
    await page.getByLabel('Save the mapping as').fill(name);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
  }
  for (const [client, values] of Object.entries(clients)) {
    await chooseFile(page, 'Employees', file);
    await chooseAccount(client);
    await mapping.selectOption(name);
    await expectNames(values);
  }
  // While no account is chosen, each mapping is shown with its account. Choosing a mapping also chooses its account.
  await chooseFile(page, 'Employees', file);
  await mapping.selectOption(`${name}, Northgate Facilities`);
  await expect(account).toHaveValue(/Northgate Facilities/);
  await expectNames(clients['Northgate Facilities']);
  await page.getByRole('button', { name: `Forget the mapping ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByRole('button', { name: `Forget the mapping ${name}` })).toBeHidden();

  await chooseFile(page, 'Employees', file);
  await chooseAccount('Harbour Care');
  await mapping.selectOption(name);
  await expectNames(clients['Harbour Care']);
});

test('products with apostrophes, euro and pound signs are imported from a Windows-1252 file; an imported count sets the stock', async () => {
  const { page, product } = office;
  const text = 'Product code;Title;Sell price;Shelf\r\nIMP-1;O\x92Neill \x80 jacket;\xa312.50;A-01\r\n';
  await chooseFile(page, 'Products', { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await expect(page.getByRole('cell', { name: 'O’Neill € jacket' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '£12.50' })).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
  const session = await product.signIn('super@kitroom.test');
  const made = async () =>
    ((await product.get(session, '/api/admin/products?search=IMP-1')) as { items: { sku: string; name: string; price: number }[] }).items;
  expect(await made()).toMatchObject([{ sku: 'IMP-1', name: 'O’Neill € jacket', price: 1250 }]);

  await chooseFile(page, 'Stock', { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('SKU,Count\nIMP-1,7\n') });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('region', { name: 'What changes' }).getByRole('row').nth(1)).toContainText('2IMP-1Count07');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
  expect(await made()).toMatchObject([{ qty_available: 7 }]);
});

test('the check of a stock file warns of bins that are new or belong to another SKU; their rows can still be imported', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/stock/skus?search=-&per_page=100')) as { items: { sku: string; bin: string | null }[] };
  const [one, two, ...rest] = items;
  const other = rest.find(({ bin }) => bin !== null && bin !== two?.bin);
  const text = `SKU,Bin\n${one?.sku},ZZ-99-9\n${two?.sku},${other?.bin}\n`;
  await chooseFile(page, 'Stock', { name: 'bins.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const warnings = page.getByRole('region', { name: 'Bins to look at' });
  await expect(warnings).toContainText('2 bins to look at. These rows are imported as they stand.');
  await expect(warnings.getByRole('listitem')).toHaveText([
    `Row 2 ${one?.sku} New bin ZZ-99-9?`,
    `Row 3 ${two?.sku} ${other?.bin} is the bin of ${other?.sku}. Put these there too?`,
  ]);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
});

test('a file that is not a table is refused with advice; an import that archives people begins only after their number is typed', async () => {
  const { page, product } = office;
  await chooseFile(page, 'Employees', { name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]) });
  await expect(page.getByLabel('File', { exact: true })).toHaveAccessibleDescription(/Save the sheet as CSV/);
  expect(await faultsOf(page)).toEqual([]);

  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/accounts/1/employees?per_page=100')) as {
    items: { email: string | null; employee_number: string | null }[];
  };
  const [one] = items.filter(({ employee_number }) => employee_number);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer: Buffer.from(`Payroll No,Mobile\n${one?.employee_number},0113 496 0111\n`) });
  await page.getByRole('combobox', { name: 'Account' }).fill('Northgate');
  await page.getByRole('option', { name: /Northgate Facilities/ }).click();
  await page.getByLabel('The file lists everybody: archive whoever is missing').check();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(counts(page)).toContainText('missing from the file');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  const question = page.getByRole('dialog', { name: /^Change or archive \d+ people\?$/ });
  await expect(question).toContainText('are missing from the file and will be archived. Check that the file is whole.');
  await question.getByRole('textbox').fill('1');
  await expect(question.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Do not import' }).click();
  await expect(question).toBeHidden();
});

test('an API token is shown once, and revoked after a confirmation', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/imports`);
  await page.getByRole('link', { name: 'API tokens' }).click();
  // The navigation is longer than the window, and has scrolled to the entry of this screen.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Imports' })).toBeInViewport();
  const example = page.getByRole('region', { name: 'Example to copy' });
  await expect(example).toContainText(
    `curl --fail-with-body ${product.url}/api/admin/imports -H "Authorization: Bearer $KITROOM_TOKEN" -F type=stock`,
  );
  await example.getByRole('button', { name: 'People of an account' }).click();
  await expect(example).toContainText('-F type=employees -F "mapping[0]=employee_number"');
  await page.getByLabel('Name').fill('Payroll at Northgate');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByText('The token of Payroll at Northgate. It is shown only now: copy it.')).toBeVisible();
  const token = await page.locator('.import-token').innerText();
  const asked = () => fetch(`${product.url}/api/admin/imports`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status);
  expect(await asked()).toBe(200);
  expect(await faultsOf(page)).toEqual([]);
  // The line that is copied runs as it is: it uploads the file and answers with the import.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await example.getByRole('button', { name: 'Copy: Upload a file' }).click();
  await expect(example.getByRole('button', { name: 'Copied' })).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toContain(token);
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-feed-'));
  await writeFile(join(folder, 'stock.csv'), 'sku,count\nNO-SUCH-SKU,3\n');
  const { stdout } = await promisify(exec)(line, { cwd: folder, timeout: 30_000 });
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({ id: expect.any(Number), type: 'stock', token: 'Payroll at Northgate' });
  await page.reload();
  await expect(example).not.toContainText(token);
  await expect(page.getByRole('button', { name: 'Revoke Payroll at Northgate' })).toBeVisible();
  await expect(page.locator('.import-token')).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke Payroll at Northgate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke it' }).click();
  await expect(page.getByText('No tokens')).toBeVisible();
  expect(await asked()).toBe(401);
});
