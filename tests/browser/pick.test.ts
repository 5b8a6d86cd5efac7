import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { middleOf, tapAt } from './finger.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, open } from './screens.ts';
import { typeScan, watchEdge } from './type-scan.ts';

const tablet = { width: 820, height: 1180 };
const across = { width: 1180, height: 820 };

let product: Product;
let browser: Browser;
let picker: Session;
let office: Session;
const contexts: BrowserContext[] = [];
const faults: string[] = [];

/** Opens a new tablet on which this person has signed in. With `isInstalled`, the tablet works without a network. */
async function tabletOf(
  who: Session,
  path: string,
  { isTouched = false, isInstalled = false } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const touch = { hasTouch: isTouched, isMobile: isTouched };
  const serviceWorkers = isInstalled ? 'allow' : 'block';
  const context = await browser.newContext({ viewport: tablet, reducedMotion: 'reduce', ...touch, serviceWorkers });
  contexts.push(context);
  await enter(context, product, who);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await open(page, product, path);
  return { page, context };
}

const pickPath = (uuid: string) => `/admin/picking/orders/${uuid}`;
const choose = async (page: Page, item: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const answer = (page: Page, action: string) => page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
const statusOf = async (uuid: string): Promise<string> => ((await product.get(office, `/api/orders/${uuid}`)) as { status: string }).status;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  picker = await product.signIn('warehouse@kitroom.test');
  office = await product.signIn('super@kitroom.test');
});

// Pages are closed after each test: an open screen follows the server, and would slow down the next test.
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test('where nothing is to be put back, a scan gets an answer', async () => {
  const uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
  const { lines } = (await product.get(office, `/api/orders/${uuid}`)) as { lines: { product: { sku: string } }[] };
  const { page } = await tabletOf(picker, '/admin/picking/shelf');
  await expect(page.getByRole('heading', { name: 'Nothing to put back' })).toBeVisible();
  await typeScan(page, lines[0]?.product.sku ?? '');
  await expect(page.getByRole('alert').filter({ hasText: 'Not to be put back' })).toContainText('Everything is back.');
  await page.getByRole('link', { name: 'Needs attention' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Needs attention' })).toBeVisible();
  await expect(page.getByText('Nothing open on this tablet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeVisible();
});

test('a line can be skipped, a count requested, and a pick paused or handed over; the list shows who handed the pick over and when', async () => {
  const uuid = await releaseOrder(product, { styles: 3, quantity: 1 });
  const { page } = await tabletOf(picker, pickPath(uuid));
  await page.getByRole('button', { name: 'Start picking' }).click();
  const current = page.locator('.current .name');
  const first = (await current.textContent()) ?? '';
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(current).not.toHaveText(first);
  await expect(page.getByRole('heading', { name: 'Skipped' })).toBeVisible();
  // A skipped line is still skipped after a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Skipped' })).toBeVisible();
  await expect(current).not.toHaveText(first);
  for (let line = 0; line < 2; line++) {
    const name = (await current.textContent()) ?? '';
    await page.getByRole('button', { name: 'ALL 1' }).click();
    await expect(current).not.toHaveText(name);
  }
  await expect(current).toHaveText(first);

  await choose(page, 'Ask for a count');
  await page.getByRole('dialog').getByRole('button', { name: 'One more' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'The shelf holds 1' }).click();
  await expect(page.getByText('The office was informed that the shelf holds 1').first()).toBeVisible();
  await expect
    .poll(async () => ((await product.get(office, '/api/admin/attention')) as { items: { kind: string; qty: number }[] }).items)
    .toContainEqual(expect.objectContaining({ kind: 'count_request', qty: 1 }));

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/You paused this pick at \d\d:\d\d\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'ALL 1' })).toBeDisabled();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'ALL 1' })).toBeEnabled();
  await choose(page, 'Hand over');
  await answer(page, 'Hand over');
  await expect(page).toHaveURL(/\/admin\/picking\/orders$/);
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${uuid}"]`) });
  await expect(row).toContainText(/Handed over by .+, \d\d:\d\d/);
  await row.getByRole('link').first().click();
  await expect(page.getByText(/handed this order over at \d\d:\d\d\. 2 of 3 are picked\./)).toBeVisible();
});

/** Makes pages record the pitch of every tone that they play. */
const noteTones = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      heard.push(this.frequency.value);
      start.call(this, when);
    };
  });
/** The pitches in hertz of the last tones that a page played. */
const heardLast = (page: Page, many: number): Promise<number[]> =>
  page.evaluate((last) => (window as unknown as { heard: number[] }).heard.slice(-last), many);

test('if a pick made offline is refused once the network is back, a sound and the screen say so, and one tap opens the decision', async () => {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 1 });
  const { page, context } = await tabletOf(picker, '/admin/picking/orders', { isInstalled: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await noteTones(context);
  await open(page, product, pickPath(uuid));
  await page.getByRole('button', { name: 'Start picking' }).click();
  await expect.poll(() => statusOf(uuid)).toBe('picking');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'ALL 1' }).click();
  await fetch(`${product.url}/api/orders/${uuid}/cancel`, { method: 'POST', headers: { Authorization: `Bearer ${office.token}` } });
  await context.setOffline(false);
  await expect(page.getByText('Needs you').first()).toBeVisible({ timeout: 30_000 });
  expect(await heardLast(page, 3)).toEqual([988, 659, 988]);
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByRole('heading', { name: /was cancelled while you picked it/ })).toBeVisible();
  // Addresses of office screens lead warehouse people to the floor's screens.
  await open(page, product, '/admin/attention');
  await expect(page).toHaveURL(/[^n]\/attention$/);
  await open(page, product, `/admin/orders/${uuid}/edit`);
  await expect(page).toHaveURL(new RegExp(pickPath(uuid)));
});

test('a line names the person whose trolley holds some of its items, and completing the pick asks whether all items are there', async () => {
  const uuid = await releaseOrder(product, { styles: 1, quantity: 2 });
  const first = await tabletOf(picker, pickPath(uuid));
  await first.page.getByRole('button', { name: 'Start picking' }).click();
  await first.page.getByRole('button', { name: 'One more' }).click();
  await choose(first.page, 'Hand over');
  await answer(first.page, 'Hand over');
  const colleague = await product.signIn('kasia@kitroom.test');
  const { page } = await tabletOf(colleague, pickPath(uuid));
  const { name } = picker.who.user;
  await expect(page.getByText(`1 on ${name}’s trolley`).first()).toBeVisible();
  await page.getByRole('button', { name: /^Start picking|^Continue/ }).click();
  await page.getByRole('button', { name: 'ALL 2' }).click();
  await page.getByRole('button', { name: 'Complete pick' }).click();
  const question = page.getByRole('alertdialog', { name: 'Do you have all items?' });
  await expect(question).toContainText(`1 on ${name}’s trolley`);
  expect(await faultsOf(page)).toEqual([]);
  await answer(page, 'I have them all');
  await expect.poll(() => statusOf(uuid)).not.toBe('picking');
});

test('the second tap of a double tap does not count for the next line, and a message and a sound say so; a scan still counts', async () => {
  const uuid = await releaseOrder(product, { styles: 3, quantity: 1 });
  const { page, context } = await tabletOf(picker, pickPath(uuid));
  await watchEdge(context);
  await noteTones(context);
  await page.reload();
  await page.getByRole('button', { name: 'Start picking' }).click();
  const current = page.locator('.current');
  const all = page.getByRole('button', { name: 'ALL 1' });
  await expect(all).toBeEnabled();
  const place = await middleOf(all);
  // The clock is stopped, so that each tap comes at the intended time however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const skuNow = async (): Promise<string> => (await current.locator('.code').textContent()) ?? '';
  let sku = await skuNow();
  await tapAt(page, place);
  await expect(current.locator('.code')).not.toHaveText(sku);
  for (const wait of [100, 550]) {
    sku = await skuNow();
    await page.clock.runFor(wait);
    await tapAt(page, place);
    await expect(page.getByText('Not counted. Tap again.')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-last-scan', 'wrong');
    await expect(page.getByText('1 of 3 items')).toBeVisible();
    expect(await skuNow()).toBe(sku);
  }
  expect(await heardLast(page, 4)).toEqual([150, 150, 150, 150]);
  // Unlike a quick second tap, a scan always counts: each scan is one item in somebody's hand.
  await typeScan(page, sku);
  await expect(page.getByText('2 of 3 items')).toBeVisible();
  // The last item of a line has another sound than the items before.
  await expect.poll(() => heardLast(page, 2)).toEqual([1175, 1760]);
  await page.clock.resume();
  await all.click();
  await expect(page.getByText('3 of 3 items picked')).toBeVisible();
  await page.getByRole('button', { name: 'Complete pick' }).click();
  await answer(page, 'Complete pick');
  await expect(page).toHaveURL(/\/admin\/picking\/orders$/);
});

test('a picked quantity above the allocated quantity is refused with a message, and a short line needs a reason', async () => {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 2 });
  const { page } = await tabletOf(picker, pickPath(uuid));
  await page.getByRole('button', { name: 'Start picking' }).click();
  const count = page.getByRole('spinbutton', { name: 'Picked of 2' });
  await count.fill('7');
  await count.press('Enter');
  await expect(page.getByText('Only 2 are allocated to this line.').first()).toBeVisible();
  await expect(count).toHaveValue('0');

  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Select reason for picking anomaly' });
  await expect(sheet.getByRole('button', { name: 'Record 0 of 2' })).toBeDisabled();
  // Escape asks before it discards the typed text.
  const { items: codes } = (await product.get(office, '/api/admin/error-codes')) as {
    items: { description: string; requires_input: boolean }[];
  };
  await sheet.getByRole('radio', { name: codes.find(({ requires_input }) => requires_input)?.description ?? 'none' }).check();
  await sheet.getByLabel('Details').fill('The shelf was empty');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click();
  await expect(sheet.getByLabel('Details')).toHaveValue('The shelf was empty');
  await sheet.getByRole('radio', { name: codes.find(({ requires_input }) => !requires_input)?.description ?? 'none' }).check();
  await sheet.getByRole('button', { name: 'Record 0 of 2' }).click();
  await page.getByRole('button', { name: 'ALL 2' }).click();
  await expect(page.getByText('1 line short')).toBeVisible();
  await page.getByRole('button', { name: 'Complete pick' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('2 items of 4 picked; 1 line short.');
  await answer(page, 'Complete pick');
  await expect(page).toHaveURL(/\/admin\/picking\/orders$/);
  await expect.poll(() => statusOf(uuid)).toMatch(/picked|booked/);
});

test('if no item of a pick was found, the screen says, before the pick is completed, that the order goes back to the office', async () => {
  const uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
  const { page } = await tabletOf(picker, pickPath(uuid));
  await page.getByRole('button', { name: 'Start picking' }).click();
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Select reason for picking anomaly' });
  await sheet.getByRole('radio').first().check();
  await sheet.getByRole('button', { name: 'Record 0 of 1' }).click();
  const text = 'Nothing was picked: the order goes back to the office.';
  await expect(page.getByRole('region', { name: 'All lines done' })).toContainText(text);
  await page.getByRole('button', { name: 'Complete pick' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`0 items of 1 picked; 1 line short. ${text}`);
  await answer(page, 'Complete pick');
  await expect(page).toHaveURL(/\/admin\/picking\/orders$/);
  await expect.poll(() => statusOf(uuid)).toBe('submitted');
});

test('un-allocating, cancelling or deleting the order of a pick is offered only to a super, and needs the network', async () => {
  const [unallocated, cancelled, deleted, sent] = [
    await releaseOrder(product, { styles: 1, quantity: 1 }),
    await releaseOrder(product, { styles: 1, quantity: 1 }),
    await releaseOrder(product, { styles: 1, quantity: 1 }),
    await releaseOrder(product, { styles: 1, quantity: 1 }),
  ];
  const floor = await tabletOf(picker, pickPath(unallocated));
  await floor.page.getByRole('button', { name: /^More/ }).click();
  await expect(floor.page.getByRole('menuitem', { name: 'Print the picking list' })).toBeVisible();
  await expect(floor.page.getByRole('menuitem', { name: /Un-Allocate|Cancel Order|Delete order/ })).toHaveCount(0);

  const { page, context } = await tabletOf(office, pickPath(unallocated), { isInstalled: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  // The app learns from the next failed request that the network is gone.
  await choose(page, 'Ask for a count');
  await page.getByRole('button', { name: 'Not counted yet' }).click();
  await expect(page.getByText('Offline')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /^More/ }).click();
  for (const name of ['Un-Allocate', 'Cancel Order', 'Delete order']) {
    const item = page.getByRole('menuitem', { name });
    await expect(item).toContainText('Needs the network');
    await expect(item).toHaveAttribute('aria-disabled', 'true');
  }
  // If a toast lies over the menu, the first Escape closes the toast, so Escape is pressed until the menu is closed.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await context.setOffline(false);
  await expect(page.getByText('Online')).toBeVisible({ timeout: 30_000 });

  const back = () => expect(page).toHaveURL(/\/admin\/picking\/orders$/);
  await choose(page, 'Un-Allocate');
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to unallocate this order?');
  await answer(page, 'Un-Allocate');
  await back();
  expect(await statusOf(unallocated)).toBe('submitted');

  await open(page, product, pickPath(cancelled));
  await choose(page, 'Cancel Order');
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to cancel this order?');
  await answer(page, 'Keep it');
  await expect(page).toHaveURL(new RegExp(cancelled));
  await choose(page, 'Cancel Order');
  await answer(page, 'Cancel Order');
  await back();
  expect(await statusOf(cancelled)).toBe('cancelled');

  await open(page, product, pickPath(deleted));
  await choose(page, 'Delete order');
  await answer(page, 'Delete order');
  await back();
  await expect(page.getByText(/Order \d+ is deleted/).first()).toBeVisible();
  await expect(product.get(office, `/api/orders/${deleted}`)).rejects.toThrow('404');

  await open(page, product, pickPath(sent));
  await page.getByRole('button', { name: 'Start picking' }).click();
  await page.getByRole('button', { name: 'ALL 1' }).click();
  await expect(page.getByText('Every line is picked')).toBeVisible();
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Un-Allocate' })).toContainText('send it back first');
  await page.getByRole('menuitem', { name: 'Send back for re-allocation' }).click();
  await answer(page, 'Send back');
  await back();
  await expect.poll(() => statusOf(sent)).toBe('submitted');
});

test('beside the office’s navigation, all facts of a picked line fit on the screen even if the order is on hold', async () => {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 2 });
  const { page } = await tabletOf(office, pickPath(uuid));
  await page.getByRole('button', { name: 'Start picking' }).click();
  await expect.poll(() => statusOf(uuid)).toBe('picking');
  await fetch(`${product.url}/api/admin/orders/${uuid}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ is_frozen: true, frozen_reason: 'Credit stop' }),
  });
  await expect(page.getByText('Stop: the office has put this order on hold.')).toBeVisible();
  for (const size of [
    { width: 1024, height: 768 },
    { width: 1180, height: 820 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    for (const part of ['main', '.current', '.current .what']) {
      const over = await page
        .locator(part)
        .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [scrollHeight - clientHeight, scrollWidth - clientWidth]);
      expect(over, `${part} at ${size.width} px`).toEqual([0, 0]);
    }
    expect(await overflowsOf(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/held-${size.width}.png` });
  }
});

test('on a tablet in landscape no notice pushes a button of the pick under the status bar', async () => {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 2 });
  const everythingFits = async (page: Page): Promise<void> => {
    for (const size of [across, { width: 1280, height: 800 }, { width: 1024, height: 768 }]) {
      await page.setViewportSize(size);
      const all = (await page.getByRole('button', { name: 'ALL 2' }).boundingBox()) ?? { y: Number.NaN, height: 0 };
      const bar = (await page.locator('.status').boundingBox()) ?? { y: Number.NaN };
      expect(all.y + all.height, `at ${size.width} x ${size.height}`).toBeLessThan(bar.y);
      expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
      expect(await page.locator('.current .what').evaluate((what) => what.scrollHeight - what.clientHeight)).toBe(0);
    }
  };
  const { page } = await tabletOf(picker, pickPath(uuid), { isTouched: true });
  await expect(page.getByText('Nobody is picking this order yet.')).toBeVisible();
  await everythingFits(page);
  await page.getByRole('button', { name: 'Start picking' }).click();
  await expect(page.getByRole('button', { name: 'ALL 2' })).toBeEnabled();
  await everythingFits(page);

  const hold = JSON.stringify({ is_frozen: true, frozen_reason: 'Credit stop' });
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  await expect.poll(() => statusOf(uuid)).toBe('picking');
  await fetch(`${product.url}/api/admin/orders/${uuid}`, { method: 'PUT', headers, body: hold });
  const other = await tabletOf(office, pickPath(uuid), { isTouched: true });
  // On the pick screen, as on the prep screen, the notice is an alert.
  await expect(other.page.getByRole('alert').filter({ hasText: 'Stop: the office has put this order on hold.' })).toBeVisible();
  await expect(other.page.getByText(/has been picking this order since/)).toBeVisible();
  await everythingFits(other.page);
});

test('if an order is cancelled while it is picked, the screen says so, and a link opens the list of items to put back on the shelf', async () => {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 2 });
  const other = await releaseOrder(product, { styles: 3, quantity: 1 });
  const { page } = await tabletOf(picker, pickPath(uuid));
  await page.getByRole('button', { name: 'Start picking' }).click();
  await page.getByRole('button', { name: 'ALL 2' }).click();
  await expect.poll(async () => (await product.get(office, `/api/admin/picking/orders/${uuid}`)) as object).toMatchObject({ qty_picked: 2 });
  await fetch(`${product.url}/api/orders/${uuid}/cancel`, { method: 'POST', headers: { Authorization: `Bearer ${office.token}` } });
  await expect(page.getByText(/Order \d+ is not waiting for picking any more/)).toBeVisible();
  await page.getByRole('link', { name: 'Return 2 items to the shelf' }).click();
  const task = page.getByRole('region', { name: 'This tablet’s trolley' }).getByRole('listitem');
  await expect(task).toHaveCount(1);
  // Each scan counts one item. A scan of another garment shows both the scanned and the expected garment. The last scan can be undone.
  const sku = ((await task.locator('.task-about').textContent()) ?? '').split(' · ').at(-2) ?? '';
  const garment = (await task.getAttribute('aria-label')) ?? '';
  await page.clock.install();
  await typeScan(page, sku);
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 back' })).toContainText(garment);
  const { lines } = (await product.get(office, `/api/orders/${other}`)) as { lines: { product: { sku: string } }[] };
  const foreign = lines.map(({ product }) => product.sku).find((one) => one !== sku);
  await typeScan(page, foreign ?? '');
  await expect(page.getByRole('alert').filter({ hasText: 'Not to be put back' })).toContainText(`Still to be put back: ${garment}`);
  await typeScan(page, sku);
  await expect(task).toContainText('2 of 2');
  await task.getByRole('button', { name: /^Undo/ }).click();
  await expect(task).toContainText('1 / 2');
  await page.reload();
  await expect(task).toContainText('1 / 2');
  await task.getByRole('button', { name: /^ALL 2/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.clock.fastForward(10_000);
  // The row stays in its place after the server has received the change.
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await expect(task.getByRole('button')).toHaveCount(0);
  await expect(task).toContainText('2 of 2');
});

/**
 * The position of every control, except the controls of a message and the bell. The bell is loaded two seconds after the start, into a place that is
 * reserved for it.
 */
const placesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.frame :is(button, a, input, select)')]
      .filter((part) => !part.closest('.messages, .toasts, .current.wrong, .bell'))
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const name = part.classList.contains('status') ? 'Status' : (part.getAttribute('aria-label') ?? part.textContent);
        return `${name}: ${width} x ${height} at ${x}, ${y}`;
      }),
  );

test('no message moves a button of pick, prep or dispatch, on a phone, on a tablet in portrait and landscape, and at a desk', async () => {
  const own = await releaseOrder(product, { styles: 2, quantity: 2 });
  const other = await releaseOrder(product, { styles: 5, quantity: 1 });
  const skusOf = async (uuid: string) =>
    ((await product.get(office, `/api/orders/${uuid}`)) as { lines: { product: { sku: string } }[] }).lines.map(({ product: { sku } }) => sku);
  const [atBench] = ((await product.get(office, '/api/admin/prep/orders?per_page=1')) as { items: { uuid: string }[] }).items;
  if (!atBench) throw new Error('The demo has no order to prep.');
  const knownSkus = [...(await skusOf(own)), ...(await skusOf(atBench.uuid))];
  const stranger = (await skusOf(other)).find((sku) => !knownSkus.includes(sku)) ?? '';
  const prepPath = `/admin/prep/orders/${atBench.uuid}`;
  const { page: floor } = await tabletOf(picker, pickPath(own), { isTouched: true });
  await floor.getByRole('button', { name: 'Start picking' }).click();
  await expect(floor.getByRole('button', { name: 'ALL 2' })).toBeEnabled();
  const { page: desk } = await tabletOf(office, pickPath(own));
  const hold = (uuid: string, is_frozen: boolean) =>
    fetch(`${product.url}/api/admin/orders/${uuid}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ is_frozen, frozen_reason: is_frozen ? 'Credit stop until the October invoice is paid' : null }),
    });

  const stop = 'Stop: the office has put this order on hold.';
  for (const [size, page, viewport] of [
    ['phone', floor, { width: 390, height: 844 }],
    ['upright', floor, tablet],
    ['across', floor, across],
    ['desk', desk, { width: 1280, height: 800 }],
  ] as const) {
    await page.setViewportSize(viewport);
    const picture = async (name: string): Promise<void> => {
      if (!process.env.PICTURES) return;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env.PICTURES}/${name}-${size}-${colorScheme}.png` });
      }
    };
    let before: string[] = [];
    const stand = async (path: string): Promise<void> => {
      await open(page, product, path);
      // The page has loaded once two successive readings of the elements' positions agree.
      await expect
        .poll(async () => {
          const earlier = before;
          before = await placesOf(page);
          return before.length > 3 && isDeepStrictEqual(before, earlier);
        })
        .toBe(true);
    };
    const scanSays = async (code: string, message: string | RegExp, name: string): Promise<void> => {
      await typeScan(page, code);
      await expect(page.getByText(message).first()).toBeVisible();
      await page.waitForTimeout(300);
      await picture(name);
      expect(await placesOf(page), `${name}, ${size}`).toEqual(before);
    };
    const holdSays = async (uuid: string, name: string): Promise<void> => {
      await hold(uuid, true);
      await expect(page.getByText(stop)).toBeVisible();
      await picture(`${name}-hold`);
      expect(await placesOf(page), `${name} on hold, ${size}`).toEqual(before);
      await hold(uuid, false);
      await expect(page.getByText(stop)).toHaveCount(0);
    };

    await stand(pickPath(own));
    if (page === floor) {
      await scanSays('NOBODY-KNOWS-THIS', 'is no product, bin or order on this tablet', 'pick-unknown');
      await scanSays(stranger, 'Put the', 'pick-wrong');
      // The buttons do not cover the scanned or the expected garment.
      const buttons = (await page.locator('.current.wrong .acts').boundingBox()) ?? { y: Number.NaN };
      for (const garment of await page.locator('.compared').all()) {
        const { y, height } = (await garment.boundingBox()) ?? { y: Number.NaN, height: 0 };
        expect(y + height, `what is compared, ${size}`).toBeLessThanOrEqual(buttons.y);
        await expect(garment.locator('.code'), `the SKU, ${size}`).toBeVisible();
      }
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Back to the line' }).click();
      await expect(page.locator('.current.wrong')).toHaveCount(0);
    }
    await holdSays(own, 'pick');
    await stand(`${prepPath}#bagging`);
    await scanSays(stranger, /Not of this order|Wrong /, 'prep-wrong');
    await holdSays(atBench.uuid, 'prep');
    await stand('/admin/shipping');
    await scanSays('NOBODY-KNOWS-THIS', 'Not known here', 'shipping-unknown');
    await stand('/admin/shipping/dispatches');
    await scanSays('D-99999-1', 'This dispatch is not waiting here', 'dispatches-wrong');
  }
});

test('the list of picks is sorted by the required day, also after a reload, and shows the notes of the client', async () => {
  const [later, first] = [await releaseOrder(product, { styles: 1, quantity: 1 }), await releaseOrder(product, { styles: 1, quantity: 1 })];
  const ask = (uuid: string, required_on: string, customer_notes: string) =>
    fetch(`${product.url}/api/admin/orders/${uuid}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ required_on, customer_notes }),
    });
  for (const answered of [await ask(later, '2020-01-02', 'By the side entrance'), await ask(first, '2020-01-01', 'Ring the bell')])
    expect(answered.status).toBe(200);
  const { page } = await tabletOf(picker, '/admin/picking/orders');
  // A person's own pick is at the top in any sort order, so it is left out.
  const rows = page.locator('.order-row:not(.mine)');
  await expect(rows.filter({ hasText: 'Ring the bell' })).toContainText('Late, required 01/01/2020');
  await page.getByRole('button', { name: 'Required by', exact: true }).click();
  await expect(rows.nth(0)).toContainText('Ring the bell');
  await expect(rows.nth(1)).toContainText('By the side entrance');
  await page.reload();
  await expect(rows.nth(0)).toContainText('Ring the bell');
  await open(page, product, pickPath(first));
  await expect(page.getByRole('region', { name: 'What the client asks' })).toContainText('Ring the bell');
});
