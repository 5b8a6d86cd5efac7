import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open, viewers } from './screens.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures');

/** Opens a page for a person on a device with this viewport. */
async function at(browser: Browser, product: Product, session: Session, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ colorScheme: 'light', viewport, deviceScaleFactor: 2, reducedMotion: 'reduce' });
  await enter(context, product, session);
  return context.newPage();
}

const save = async (page: Page, name: string): Promise<void> => {
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, name), scale: 'css' });
};

interface Draft {
  uuid: string;
  qty_total_items: number;
  progress_summary: { status: { status_name: string } };
}

/** Takes the picture of a phone on which somebody is filling in an order for several people. */
async function order(browser: Browser, product: Product): Promise<void> {
  const session = await product.signIn(viewers.client);
  const { items } = (await product.get(session, '/api/orders?per_page=100')) as { items: Draft[] };
  const drafts = items.filter(({ progress_summary }) => progress_summary.status.status_name === 'draft');
  const [largest] = drafts.sort((one, other) => other.qty_total_items - one.qty_total_items);
  if (!largest) throw new Error('The demo has no order that is being made.');
  const page = await at(browser, product, session, { width: 390, height: 844 });
  await open(page, product, `/orders/${largest.uuid}/edit`);
  await save(page, 'order.png');
  await page.context().close();
}

/** Takes the picture of a tablet that has lost the network in the middle of an order, while its picker continues. */
async function pick(browser: Browser, product: Product): Promise<void> {
  const session = await product.signIn(viewers.floor);
  const { items } = (await product.get(session, '/api/admin/picking/orders?per_page=100')) as {
    items: { uuid: string; lines_total?: number; state?: string }[];
  };
  for (const { uuid } of items) {
    const page = await at(browser, product, session, { width: 820, height: 1000 });
    await open(page, product, `/admin/picking/orders/${uuid}`);
    const begin = page.getByRole('button', { name: 'Start picking' });
    const isFree = await begin.isVisible();
    const next = await page
      .getByText(/^\d+ lines? · \d+ items?$/)
      .textContent()
      .catch(() => null);
    if (isFree && Number.parseInt(next ?? '0', 10) >= 3) {
      await begin.click();
      await page.getByRole('button', { name: /^ALL/ }).click();
      await page.waitForTimeout(1500);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: /^ALL/ }).click();
      await page.getByText('Offline').first().waitFor({ timeout: 60_000 });
      await save(page, 'pick.png');
      await page.context().close();
      return;
    }
    await page.context().close();
  }
  throw new Error('The demo has no order that waits for a picker.');
}

/** Takes the two pictures of the README. */
async function readmePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    await order(browser, product);
    await pick(browser, product);
  } finally {
    await browser.close();
    await product.stop();
  }
}

await readmePictures();
