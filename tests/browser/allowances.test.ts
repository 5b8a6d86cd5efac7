import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

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

async function open(session: Session, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(product.url + path);
  return page;
}

const send = async (who: Session, method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
  const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};

interface Style {
  id: number;
  name: string;
  price_from: number;
  decorations_for_employee: string[];
  children: { id: number }[];
}

test('a wearer at their limit asks for more with a reason, and the manager approves it', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const admin = await product.signIn('client.admin@northgate.test');
  const { id } = wearer.who.user;
  const account_id = admin.who.account?.id;
  const { items } = (await product.get(wearer, `/api/employees/${id}/products`)) as { items: Style[] };
  // The cheapest style, so that no budget stands in the way of the approval.
  const [style] = items.sort((a, b) => a.price_from - b.price_from);
  const [sku] = style?.children ?? [];
  if (!style || !sku) throw new Error('The wearer of the demo may have nothing.');
  await send(admin, 'POST', `/api/accounts/${account_id}/allowances`, {
    name: 'Shirts',
    user_id: id,
    unit: 'items',
    amount: 1,
    covers: { styles: [style.id] },
    period_months: null,
    anchor: 'fixed',
    starts_on: '2026-01-01',
    when_exceeded: 'approve',
  });
  const before = (await product.get(wearer, `/api/employees/${id}/allowances`)) as { items: { used: number }[] };
  const used = before.items[0]?.used ?? 0;
  const { uuid } = await send(wearer, 'POST', '/api/orders', {});
  const decoration = style.decorations_for_employee[0] ?? null;
  await send(wearer, 'POST', `/api/orders/${uuid}/employees/${id}/lines`, {
    lines: [{ product_id: sku.id, quantity: 2, is_size_selected: true, decoration }],
  });
  const { items: sites } = (await product.get(wearer, '/api/sites?per_page=1&include=delivery_address')) as {
    items: { id: number; delivery_address: object }[];
  };
  await send(wearer, 'PUT', `/api/orders/${uuid}`, {
    set_delivery_details: true,
    delivery_site_id: sites[0]?.id,
    delivery_address: sites[0]?.delivery_address,
    contact_name: 'Ann Field',
    client_po_reference: 'PO-LIMIT',
    cost_code: 'CC-1',
  });

  const page = await open(wearer, `/orders/${uuid}`);
  await page.getByRole('button', { name: 'Send for approval' }).click();
  const panel = page.getByRole('dialog', { name: 'Send for approval' });
  await expect(panel).toContainText(`Shirts: 1 once, ${used} used, this order 2`);
  await expect(panel).toContainText('The order then needs an approval, with a reason.');
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await panel.getByRole('textbox', { name: 'Why are more needed?' }).fill('Two torn at the baler');
  await panel.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText(/was sent for approval/).first()).toBeVisible();
  await page.context().close();

  const approver = await open(admin, `/orders/${uuid}`);
  await expect(approver.getByText('The reason: Two torn at the baler')).toBeVisible();
  expect(await layoutFaultsOf(approver)).toEqual([]);
  await approver
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect.poll(async () => ((await product.get(admin, `/api/orders/${uuid}`)) as { is_submitted: boolean }).is_submitted).toBe(true);
  await approver.context().close();

  const person = await open(admin, `/employees/${id}`);
  const card = person.getByRole('region', { name: 'Allowances' });
  await expect(card).toContainText('0 of');
  await expect(card).toContainText('Shirts');
  expect(await faultsOf(person)).toEqual([]);
  expect(await layoutFaultsOf(person)).toEqual([]);
  await person.context().close();
});
