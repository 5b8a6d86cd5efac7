import { expect, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { layoutFaultsOf } from './layout.ts';
import { officePage } from './office-page.ts';
import { resize } from './screens.ts';

const office = officePage();

interface Found {
  items: { id: number; name: string; sku: string; work_order: boolean; qty_free: number; is_child: boolean }[];
}

test('the office chooses the decoration of a work order, sends garments out, receives some, and closes the order with one garment lost', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { id: number; decorations: string[] };
  };
  const suppliers = (await product.get(session, '/api/admin/suppliers?per_page=100')) as Found;
  const decorator = suppliers.items.find(({ work_order }) => work_order);
  const sets = (await product.get(session, '/api/admin/clothing-sets?per_page=100')) as {
    items: { id: number; account: { id: number }; decoration: string | null }[];
  };
  const skus = (await product.get(session, '/api/admin/stock/skus?per_page=50&show=in_stock&orderBy=qty_free&sortedBy=desc')) as Found;
  const garment = skus.items[0];
  if (!decorator || !garment) throw new Error('the demo has no decorator, set or stock');
  // Finds a set with several decorations for the garment, so that one has to be chosen.
  let order: { id: number } | undefined;
  for (const set of sets.items) {
    const begun = await call('POST', '/api/admin/purchase-orders', { supplier_id: decorator.id, account_id: set.account.id });
    const line = { product_id: garment.id, qty_requested: 6, unit_price: 240, clothing_set_id: set.id };
    const { decorations } = await call('POST', `/api/admin/purchase-orders/${begun.id}/lines`, line);
    order = decorations.length > 1 ? begun : undefined;
    if (order) break;
  }
  if (!order) throw new Error('no set has two decorations for it');
  await page.goto(`${product.url}/admin/purchase-orders/${order.id}/edit`);
  const lines = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await expect(lines.first().getByLabel(/^Goes out/)).toHaveValue(new RegExp(garment.sku));
  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  await expect(page.getByText('Choose which decoration it is.')).toBeVisible();
  const decoration = lines.first().getByLabel(/^Decoration/);
  await decoration.selectOption({ index: 1 });
  await expect(page.getByText('PO line updated', { exact: true })).toBeVisible();
  const chosen = await decoration.inputValue();
  for (const width of [390, 820, 1440]) {
    await resize(page, { width, height: 900 });
    expect([width, await layoutFaultsOf(page)]).toEqual([width, []]);
    await page.screenshot({ path: test.info().outputPath(`draft-${width}.png`), fullPage: true });
  }
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve/ })
    .click();

  const card = page.getByRole('region', { name: 'What this makes' });
  await expect(card).toContainText(chosen);
  await card.getByRole('button', { name: 'Send out' }).click();
  const sending = page.getByRole('dialog', { name: 'Send out' });
  const quantity = sending.getByLabel(/Goes out$/);
  await expect(quantity).toHaveValue('6');
  await quantity.fill('7');
  await sending.getByRole('button', { name: /^Send out/ }).click();
  await expect(sending.getByText('Only 6 more can be sent out.')).toBeVisible();
  await quantity.fill('5');
  for (const width of [390, 820, 1440]) {
    await resize(page, { width, height: 900 });
    expect([width, await layoutFaultsOf(page)]).toEqual([width, []]);
    await page.screenshot({ path: test.info().outputPath(`send-out-${width}.png`) });
  }
  expect(await faultsOf(page)).toEqual([]);
  await sending.getByRole('button', { name: 'Send out 5 items' }).click();
  await expect(card).toContainText('5 items at the decorator');
  expect(await product.get(session, `/api/admin/stock/skus/${garment.id}`)).toMatchObject({ qty_at_decorator: 5, qty_free: garment.qty_free - 5 });

  await page.getByRole('link', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('5 at the decorator')).toBeVisible();
  const arrived = page.getByRole('region', { name: 'Lines' }).getByRole('textbox', { name: /^Now/ }).first();
  await arrived.fill('6');
  await page.getByRole('button', { name: /^Receive 6/ }).click();
  await expect(page.getByText('Only 5 are at the decorator.')).toBeVisible();
  await arrived.fill('3');
  await page.getByRole('button', { name: /^Receive 3/ }).click();
  await expect(page.getByText(/^GRN-\d+ recorded$/).first()).toBeVisible();

  await page.goto(`${product.url}/admin/purchase-orders/${order.id}/edit`);
  await expect(card).toContainText('2 items at the decorator');
  // One item was never sent out. The test cancels it, because an order with a pending item cannot be closed.
  await lines.getByRole('button', { name: /^Cancel items of/ }).click();
  await page.getByLabel('Items that will not come').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel items' }).click();
  await page.getByRole('button', { name: 'Close PO' }).click();
  const closing = page.getByRole('dialog', { name: /^Close PO-/ });
  await expect(closing.getByLabel(/Back undecorated$/)).toHaveValue('2');
  await closing.getByLabel(/Lost$/).fill('1');
  await closing.getByRole('button', { name: 'Close PO' }).click();
  await expect(closing.getByText('These have to add up to the 2 that are out.')).toBeVisible();
  await closing.getByLabel(/Back undecorated$/).fill('1');
  for (const width of [390, 820, 1440]) {
    await resize(page, { width, height: 900 });
    expect([width, await layoutFaultsOf(page)]).toEqual([width, []]);
    await page.screenshot({ path: test.info().outputPath(`close-${width}.png`) });
  }
  expect(await faultsOf(page)).toEqual([]);
  await closing.getByRole('button', { name: 'Close PO' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
  expect(await product.get(session, `/api/admin/stock/skus/${garment.id}`)).toMatchObject({ qty_at_decorator: 0, qty_free: garment.qty_free - 1 });
});
