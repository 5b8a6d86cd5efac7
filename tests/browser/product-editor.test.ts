import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { overflowsOf } from './overflow.ts';
import { open, resize } from './screens.ts';

const office = officePage();

const png = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
const pdf = Buffer.from('%PDF-1.4\nCare: wash at 40\n%%EOF\n');
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('a new style in 3 colours and 6 sizes is created with its SKUs and gets pictures and a datasheet; a client orders it from a set', async () => {
  const { page, product, openOwnPage } = office;
  await open(page, product, '/admin/products/create');
  await page.getByLabel('Name', { exact: true }).fill('Ripstop Work Shirt');
  await page.getByLabel('SKU', { exact: true }).fill('rws');
  await page.getByLabel('Price (£)', { exact: true }).fill('1e3');
  await page.getByLabel('Cost (£)').fill('11.20');
  await page.getByLabel('Published').check();
  await page.getByLabel('Name of colour 1').fill('Navy');
  await page.getByRole('button', { name: 'Another colour' }).click();
  await page.getByRole('button', { name: 'Another colour' }).click();
  await page.getByLabel('Name of colour 3').fill('Olive');
  await page.getByLabel('Sizes', { exact: true }).fill('S-3XL');
  await expect(page.getByLabel('Sizes', { exact: true })).toHaveAccessibleDescription('6 sizes: S, M, L, XL, 2XL, 3XL');
  await page.getByRole('button', { name: 'Save' }).click();
  // An invalid price and a colour without a name get messages at their fields; the other input stays.
  await expect(page.getByLabel('Price (£)', { exact: true })).toHaveAccessibleDescription(new RegExp(messages.price_not_number));
  await expect(page.getByLabel('Name of colour 2')).toHaveAccessibleDescription(messages.name_needed);
  await page.getByLabel('Price (£)', { exact: true }).fill('24.50');
  await page.getByLabel('Name of colour 2').fill('Black');
  const skus = page.getByRole('region', { name: 'SKUs', exact: true });
  await expect(skus).toContainText('18 new SKUs');
  await expect(skus).toContainText('RWS-OLV-3XL');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ripstop Work Shirt has been created with 18 variations', { exact: true })).toBeVisible();

  // The style's pictures: one of the style itself, one for all sizes of a colour, and a file that only claims to be a picture.
  const navy = page.getByRole('article', { name: 'Navy' });
  const upload = (of: string, buffer: Buffer, name = 'shirt.png') =>
    page.getByLabel(`Picture of ${of}`).setInputFiles({ name, mimeType: 'image/png', buffer });
  await upload('Navy', pdf);
  await expect(navy.getByRole('alert')).toHaveText(messages.not_a_picture);
  await upload('Navy', await png('#1f2a44'));
  await expect(navy).toContainText('Its own picture');
  await expect(navy).toContainText(/\d kB, \d\d\/\d\d\/\d{4}/);
  await upload('Parent', await png('#556b2f'));
  await expect(page.getByRole('article', { name: 'Parent' })).toContainText('Used by 2');
  await expect(page.getByText('1 of 3 colours has its own picture')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await tab(page, 'Datasheet').click();
  const send = page.getByRole('button', { name: 'Upload', exact: true });
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'care.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(send).toBeDisabled();
  await page.getByLabel('Public description').fill('How to wash it');
  await send.click();
  await expect(page.getByText('Datasheet uploaded', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download care.pdf' })).toBeVisible();
  await expect(page.getByText(/^1 kB, uploaded \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: pdf });
  await page.getByLabel('Public description').fill('Care');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace datasheet' }).click();
  await expect(page.getByRole('link', { name: 'Download new.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Delete the datasheet Care?' }).getByRole('button', { name: 'Keep it' }).click();
  expect(await faultsOf(page)).toEqual([]);

  // Stock is changed by a count, whose effect is shown first.
  await tab(page, '\\d+ Variations').click();
  await page.getByRole('button', { name: 'M, Navy: 0 free, 0 on hand, 0 allocated, 0 on order' }).click();
  await page.getByRole('button', { name: 'Count stock' }).click();
  await page.getByLabel('On hand', { exact: true }).fill('12');
  await expect(page.getByRole('dialog').getByRole('row', { name: 'Free 0 12' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Count 12' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: /^M, Navy: 12 free/ })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await tab(page, 'Description').click();
  await page.getByRole('button', { name: 'Add body measures' }).click();
  await page.getByLabel('Chest of M').fill('too wide');
  await page.getByRole('button', { name: 'Save measures' }).click();
  await expect(page.getByLabel('Chest of M')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Chest of M').fill('102,5');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save measures' }).click();
  await expect(page.getByText(/^1 of 6 sizes has its measures/)).toBeVisible();

  await page.goto(`${product.url}/admin/accounts/1/catalogue#clothing_set_id=1`);
  await page.getByRole('combobox', { name: 'Add a product' }).fill('ripstop');
  await page.getByRole('option', { name: /Ripstop Work Shirt/ }).click();
  await expect(page.getByText('Ripstop Work Shirt has been added with all its 18 SKUs', { exact: true })).toBeVisible();
  const client = await openOwnPage('client.admin@northgate.test');
  await open(client, product, '/products#search=ripstop');
  await client.getByRole('button', { name: 'Ripstop Work Shirt' }).click();
  const card = client.getByRole('dialog', { name: 'Ripstop Work Shirt' });
  await expect(card.getByRole('link', { name: /Datasheet: Care/ })).toBeVisible();
  await card.getByRole('button', { name: 'Navy' }).click();
  await card.getByRole('button', { name: 'M', exact: true }).click();
  await expect(card).toContainText('RWS-NVY-M');
  await expect(card).toContainText('Chest 102.5 cm');
  await expect(card).toContainText('£24.50');
  expect(await faultsOf(client)).toEqual([]);
  await client.context().close();
  await orderStyle('Ripstop Work Shirt', { colour: 'Navy', size: 'M' });
});

/** Orders one item of a style as a manager, for somebody whose sets contain the style. */
async function orderStyle(style: string, { colour, size }: { colour: string; size: string }): Promise<void> {
  const { product, openOwnPage } = office;
  const manager = await product.signIn('manager@northgate.test');
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as { items: { id: number; name: string }[] };
  let wearer: string | undefined;
  for (const { id, name } of items) {
    const offered = (await product.get(manager, `/api/employees/${id}/products`)) as { items: { name: string }[] };
    if (offered.items.some((one) => one.name === style)) wearer ??= name;
  }
  const name = wearer ?? '';
  const page = await openOwnPage('manager@northgate.test');
  await open(page, product, '/');
  await page.getByRole('link', { name: 'Create New Order' }).first().click();
  await page.getByLabel('Search employees').fill(name);
  await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Start Order' }).click();
  await page.getByRole('button', { name: `Look at ${style}`, exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: colour, exact: true }).click();
  await panel.getByRole('group', { name: 'Size', exact: true }).getByText(size, { exact: true }).click();
  const decoration = panel.getByLabel('Decoration', { exact: true });
  if (await decoration.isVisible()) await decoration.selectOption({ index: 1 });
  await panel.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Order Items' }).click();
  const site = page.getByLabel('Site', { exact: true });
  await expect(site).toBeEnabled();
  if (!(await site.inputValue())) await site.selectOption({ index: 1 });
  await page.getByLabel('PO reference').fill('PO-RIPSTOP');
  const force = page.getByRole('checkbox', { name: 'Order over budget' });
  if (await force.isVisible()) await force.check();
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText('PO-RIPSTOP').first()).toBeVisible();
  await page.context().close();
}

test('formatting a product’s texts can be undone; if two people change one field, the second sees the value saved by the first', async () => {
  const { page, product, openOwnPage } = office;
  await open(page, product, '/admin/products/2/edit');
  const second = await openOwnPage();
  await open(second, product, '/admin/products/2/edit');
  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  const stored = await description.inputValue();
  await description.fill('• Warm\n• <b>Strong</b>');
  await page.getByRole('button', { name: 'AutoFormat' }).click();
  const dialog = page.getByRole('dialog', { name: 'AutoFormat' });
  await expect(dialog.getByRole('region', { name: 'Formatted' }).getByRole('listitem')).toHaveText(['Warm', 'Strong']);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use formatted text' }).click();
  await expect(description).toHaveValue('- Warm\n- **Strong**');
  await page.getByRole('button', { name: 'Undo AutoFormat' }).click();
  await expect(description).toHaveValue('• Warm\n• <b>Strong</b>');
  await description.fill(stored);
  await page.getByLabel('Price (£)', { exact: true }).fill('19.95');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Keep the difference of larger sizes' }).click();
  await expect(page.getByText('Product Saved', { exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  // The effect on orders and clothing sets is shown before anything is saved.
  const flags = page.getByRole('group', { name: 'Flags' });
  const labels = ['Public', 'Published', 'Public catalogue', 'Non-returnable', 'Restricted', 'Discontinued'];
  for (const name of labels) await expect(flags.getByRole('checkbox', { name, exact: true })).toBeVisible();
  for (const name of ['First short description', 'Second short description']) await expect(page.getByLabel(name)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Published' }).uncheck();
  await expect(flags.getByText(/It is on \d+ open orders?.*drafts cannot be submitted with it/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Published' }).check();
  await page.getByRole('checkbox', { name: 'Discontinued' }).check();
  await expect(flags.getByText(/It is on \d+ open orders?.*from that day nobody can order more/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Successor' }).fill('TS02');
  await page.getByRole('option', { name: /TS02/ }).click();
  await expect(flags.getByText(/The successor is missing from \d+ clothing sets?.*decorations belong to the set/)).toBeVisible();
  const sets = flags.getByRole('group', { name: 'Add the successor to' }).getByRole('checkbox');
  const count = await sets.count();
  await sets.first().uncheck();
  expect(await faultsOf(page)).toEqual([]);
  await flags.getByRole('button', { name: `Add to ${count - 1} set${count === 2 ? '' : 's'}`, exact: true }).click();
  await expect(flags.getByText(/The successor is in \d+ more clothing sets?/)).toBeVisible();
  await expect(sets).toHaveCount(1);
  await expect(sets).not.toBeChecked();
  expect(await faultsOf(page)).toEqual([]);
  await flags.getByRole('button', { name: 'Undo' }).click();
  await expect(sets).toHaveCount(count);
  await expect(flags.getByText(/The successor is in/)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Discontinued' }).uncheck();
  await expect(flags.getByText(/It is on/)).toHaveCount(0);

  await second.getByLabel('Price (£)', { exact: true }).fill('18.00');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByRole('button', { name: 'Keep the difference of larger sizes' }).click();
  await expect(second.getByText(/Price \(£\) is now “19\.95”/)).toBeVisible();
  await second.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(second.getByLabel('Price (£)', { exact: true })).toHaveValue('19.95');
  await second.context().close();
});

test('the sizes of a style are sorted by arrows, keyboard and drag, and put back into the usual order of the trade', async () => {
  const { page, product } = office;
  const { token } = await product.signIn('super@kitroom.test');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const send = async (path: string, body: object) =>
    (await fetch(`${product.url}/api/admin/products${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const boot = await send('', { sku: 'BOOT-HALF', name: 'Boot in Halves', price: 4000 });
  await send(`/${boot.id}/variations`, { colours: ['Black'], sizes_1: ['8', '7½', '7'] });
  await send(`/${boot.id}/variations`, { colours: ['Brown'], sizes_1: ['8½', '7'] });
  await open(page, product, `/admin/products/${boot.id}/edit#tab=variations`);
  const heads = page.getByRole('region', { name: 'Colours and sizes' }).getByRole('columnheader');
  await expect(heads).toHaveText(['Colour', '7', '7½', '8', '8½']);

  const begin = page.getByRole('button', { name: 'Order of sizes' });
  const dialog = page.getByRole('dialog', { name: 'Order of sizes' });
  const sizes = dialog.getByRole('listitem');
  await begin.click();
  await expect(sizes).toHaveText(['7', '7½', '8', '8½']);
  await dialog.getByRole('button', { name: 'Move 8½ up' }).click();
  await expect(sizes).toHaveText(['7', '7½', '8½', '8']);
  await expect(dialog.getByRole('button', { name: 'Move 8½ up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(sizes).toHaveText(['8½', '7', '7½', '8']);
  await expect(dialog.getByRole('button', { name: 'Move 8½ down' })).toBeFocused();
  const [from, to] = await Promise.all([sizes.nth(1), sizes.nth(3)].map((item) => item.boundingBox()));
  if (!from || !to) throw new Error('The sizes are not shown.');
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(sizes).toHaveText(['8½', '7½', '8', '7']);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save order' }).click();
  await expect(dialog).toBeHidden();
  await expect(heads).toHaveText(['Colour', '8½', '7½', '8', '7']);
  await page.reload();
  await expect(heads).toHaveText(['Colour', '8½', '7½', '8', '7']);

  await begin.click();
  await dialog.getByRole('button', { name: 'The trade’s order' }).click();
  await expect(sizes).toHaveText(['7', '7½', '8', '8½']);
  await dialog.getByRole('button', { name: 'Save order' }).click();
  await expect(heads).toHaveText(['Colour', '7', '7½', '8', '8½']);
});

test('variations are edited in their list, also on a phone, and the history of a product is shown with its sums', async () => {
  const { page, product } = office;
  await open(page, product, '/admin/products/1/edit#tab=variations&form=list');
  await expect(page.getByRole('navigation', { name: 'Product' }).getByRole('link')).toHaveText([
    'Description',
    /^\d+ Variations?$/,
    /^Variation Images/,
    /^Datasheet/,
    'Sales Order History',
    'PO History',
    'Order History',
  ]);
  await expect(page.getByRole('row')).toHaveCount(11);
  await expect(page.getByLabel('A page', { exact: true }).locator('option')).toHaveText(['10', '25', '50', '100']);
  const attributes = ['Colour', 'Size 1', 'Size 2', 'Material', 'Decoration'];
  const figures = ['Stock', 'Allocated', 'Free', 'On order'];
  await expect(page.getByRole('columnheader')).toHaveText(['', 'SKU', 'Supplier SKU', ...attributes, ...figures, 'Public', 'Publish', 'Discontinue']);
  await expect(page.getByRole('button', { name: /^Stock of S, Navy: \d+\. Count$/ })).toBeVisible();
  // The number of variations that are chosen on another page is shown.
  await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
  await expect(page.getByText('10 variations chosen')).toBeVisible();
  await expect(page.getByText(/not shown here/)).toHaveCount(0);
  const pages = page.getByRole('navigation', { name: 'Pages of variations' });
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('10 not shown here')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose none' }).click();
  await pages.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('checkbox', { name: 'Discontinue S, Navy' }).click();
  await page.getByRole('dialog', { name: 'Discontinue S, Navy' }).getByRole('button', { name: 'Cancel' }).click();
  const isPublic = page.getByRole('checkbox', { name: 'Public: S, Navy' });
  const before = await isPublic.isChecked();
  await isPublic.click();
  await expect(isPublic).toBeChecked({ checked: !before });
  await page.getByRole('button', { name: 'Decoration of S, Navy: none' }).click();
  await page.getByRole('combobox', { name: 'Decoration of S, Navy' }).fill('Chest and back');
  await page.getByRole('option', { name: 'New: Chest and back' }).click();
  await expect(page.getByRole('button', { name: 'Decoration of S, Navy: Chest and back' })).toBeVisible();
  // A variation on open orders is unpublished only after a confirmation.
  await page.getByRole('checkbox', { name: 'Publish M, Navy' }).click();
  const question = page.getByRole('alertdialog', { name: 'Unpublish M, Navy?' });
  await expect(question).toContainText(/It is on \d+ open orders?/);
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByRole('checkbox', { name: 'Publish M, Navy' })).toBeChecked();
  expect(await faultsOf(page)).toEqual([]);
  // In a narrow window, fields that do not fit are on a second line, and can be changed there.
  for (const width of [1024, 820]) {
    await resize(page, { width, height: 768 });
    expect(await overflowsOf(page), `${width} px`).toEqual([]);
    const more = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Decoration of S, Navy: Chest and back' }) });
    for (const heading of ['Material', 'Decoration', 'Allocated', 'On order', 'Public', 'Discontinue']) await expect(more).toContainText(heading);
  }
  expect(await faultsOf(page)).toEqual([]);
  await resize(page, { width: 1440, height: 900 });
  expect(await overflowsOf(page)).toEqual([]);

  await tab(page, 'Sales Order History').click();
  await expect(page.getByLabel('Type', { exact: true }).locator('option')).toHaveText(['All types', 'Dispatch', 'Order return']);
  await tab(page, 'Order History').click();
  await expect(page.getByLabel('Rows on a page').locator('option')).toHaveText(['100 a page', '50 a page', '25 a page', '10 a page']);
  await expect(page.getByLabel('Rows on a page')).toHaveValue('25');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Closing');
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Dispatch' });
  await expect(page.getByRole('cell', { name: 'Purchase order' })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Dispatch' }).first()).toBeVisible();
  const dispatched = page.getByRole('row').nth(1);
  await expect(dispatched.getByRole('link')).toHaveAttribute('href', /\/admin\/orders\/[0-9a-f-]{36}\/edit$/);
  await expect(page.locator('.list-keys')).toContainText('Enter open');
  await dispatched.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/orders\/[0-9a-f-]{36}\/edit$/);
  await page.goBack();
  await expect(dispatched).toHaveClass(/opens/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Search movements').fill('nothing like this');
  await expect(page.getByText('Order has no history')).toBeVisible();
  await tab(page, 'PO History').click();
  // The previous tab has a field with the same label, which still contains the text that was typed there.
  await expect(page.getByLabel('Search movements')).toHaveValue('');
  await page.getByLabel('Search movements').fill('nothing like this');
  await expect(page.getByText('No Purchase Activity Found')).toBeVisible();

  await resize(page, { width: 390, height: 844 });
  await open(page, product, '/admin/products/1/edit#tab=variations&form=list');
  await page.getByRole('button', { name: 'S, Navy', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Variation' });
  await panel.getByLabel('Barcode').fill('5012345678900');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Product Updated').first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await resize(page, { width: 1440, height: 900 });
});

test('the editor asks before a variation gets a bin that is new or belongs to another SKU', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/stock/skus?search=-&per_page=100')) as { items: { sku: string; bin: string | null }[] };
  await open(page, product, '/admin/products/1/edit#tab=variations&form=list');
  await resize(page, { width: 390, height: 844 });
  await page.getByRole('button', { name: 'S, Navy', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Variation' });
  const own = await panel.getByLabel('Bin', { exact: true }).inputValue();
  const save = panel.getByRole('button', { name: 'Save' });
  await panel.getByLabel('Bin', { exact: true }).fill('ZZ-99-9');
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'New bin ZZ-99-9?' });
  await expect(question).toContainText('Pickers will be sent there for');
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Change it' }).click();
  await expect(question).toBeHidden();
  const other = items.find(({ bin }) => bin !== null && bin !== own);
  await panel.getByLabel('Bin', { exact: true }).fill(other?.bin ?? '');
  await save.click();
  await page
    .getByRole('alertdialog', { name: `${other?.bin} is the bin of ${other?.sku}. Put these there too?` })
    .getByRole('button', { name: 'Change it' })
    .click();
  await panel.getByLabel('Bin', { exact: true }).fill('ZZ-99-9');
  await save.click();
  await question.getByRole('button', { name: 'Use ZZ-99-9' }).click();
  await expect(page.getByText('Product Updated').first()).toBeVisible();
  await open(page, product, '/admin/products/1/edit#tab=variations&form=list');
  await page.getByRole('button', { name: 'S, Navy', exact: true }).click();
  await expect(panel.getByLabel('Bin', { exact: true })).toHaveValue('ZZ-99-9');
  await resize(page, { width: 1440, height: 900 });
});

test('a colour is discontinued with a successor, and the substitution screen then proposes the successor', async () => {
  const { page, product } = office;
  await open(page, product, '/admin/products/1/edit#tab=variations');
  await page.getByRole('checkbox', { name: 'Choose Navy' }).check();
  await expect(page.getByText('8 variations chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  const unpublish = page.getByRole('dialog', { name: 'Unpublish 8 variations?' });
  await expect(unpublish).toContainText(/They are on \d+ open orders?/);
  expect(await faultsOf(page)).toEqual([]);
  await unpublish.getByRole('button', { name: 'Leave them as they are' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish 8 variations' }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByText('Published')).toHaveCount(8);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.getByRole('checkbox', { name: 'Choose Navy' }).check();
  await page.getByRole('button', { name: 'Discontinue', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Discontinue 8 variations' });
  await expect(dialog.getByText(/They are on \d+ open orders?/)).toBeVisible();
  await dialog.getByLabel('In colour').selectOption('Black');
  await expect(dialog.getByRole('listitem').first()).toContainText('PO01-BLK-S');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Discontinue 8 variations' }).click();
  await expect(page.getByText('8 variations discontinued', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Navy/ })).toContainText('Ended');

  await open(page, product, '/admin/substitution');
  await page.getByRole('combobox', { name: 'Account' }).fill('northgate');
  await page
    .getByRole('option', { name: /Northgate/ })
    .first()
    .click();
  await page.getByLabel('Orders from').fill('2026-01-01');
  await page.getByRole('combobox', { name: 'Parent product' }).fill('PO01');
  await page.getByRole('option', { name: /PO01/ }).first().click();
  await expect(page.getByRole('combobox', { name: /^To, for Classic Piqué Polo, Navy/ }).first()).toHaveValue(/PO01-BLK-/);
  await expect(page.getByText('Its successor').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Apply to \d+ lines?$/ })).toBeEnabled();
  expect(await faultsOf(page)).toEqual([]);
});

test('an unsaved change of a variation stays when the window becomes as narrow as a phone and wide again', async () => {
  const page = await office.openOwnPage();
  await open(page, office.product, '/admin/products/1/edit#tab=variations');
  await page
    .getByRole('button', { name: / free, / })
    .first()
    .click();
  const field = page.getByLabel('Supplier SKU');
  await field.fill('TYPED-AND-NOT-SAVED');
  for (const width of [1100, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(field, `${width} px`).toHaveValue('TYPED-AND-NOT-SAVED');
  }
  await page.context().close();

  const phone = await office.openOwnPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await open(phone, office.product, '/admin/products/1/edit#tab=variations');
  await phone
    .getByRole('button', { name: / free, / })
    .first()
    .click();
  const own = phone.getByLabel('Supplier SKU');
  await own.fill('TYPED-ON-A-PHONE');
  for (const width of [820, 1440, 390]) {
    await phone.setViewportSize({ width, height: 900 });
    await expect(own, `${width} px`).toHaveValue('TYPED-ON-A-PHONE');
  }
  await phone.context().close();
});
