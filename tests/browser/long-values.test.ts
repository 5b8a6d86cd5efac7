import { expect, type Page, test } from '@playwright/test';
import { longValues } from '../long-values.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { lengthenValues, shortenedTextsOf, valueFaultsOf } from './long-values.ts';
import { startProduct } from './product.ts';
import { enter, goTo, open, resize, visits } from './screens.ts';

/** Screens that show many values, by the kind of person for whom they are made. */
const screens: Record<'client' | 'office' | 'floor' | 'anyone', string[]> = {
  client: [
    '/orders',
    '/orders/:uuid',
    '/orders/:uuid/edit',
    '/orders/:uuid/confirmation',
    '/employees',
    '/employees/:id/edit',
    '/returns/:id',
    '/notices',
    '/reports',
  ],
  office: [
    '/admin/orders',
    '/admin/orders/:uuid/edit',
    '/admin/returns/:id/edit',
    '/admin/accounts/:id/edit',
    '/admin/accounts/:accountId/catalogue',
    '/admin/accounts/:accountId/employee-roles',
    '/admin/suppliers/:id/edit',
    '/admin/products/:id/edit',
    '/admin/purchase-orders',
    '/admin/purchase-orders/:id/edit',
    '/admin/reports/shortfall',
    '/admin/imports/new',
    '/admin/imports/:id',
    '/admin/attention',
  ],
  floor: [
    '/admin/receiving',
    '/admin/receiving/:receipt',
    '/admin/picking/orders',
    '/admin/prep/orders/:uuid',
    '/admin/shipping',
    '/admin/shipping/dispatches',
    '/admin/stock/:id',
    '/attention',
  ],
  anyone: ['/sizes/:token'],
};

test('the longest allowed values are shown in full, end in an ellipsis or break between words; amounts are always shown in full', async () => {
  const product = await startProduct();
  lengthenValues(product.data);
  const browser = await sharedChromium();
  try {
    const { visits: all } = await visits(product);
    const faults: string[] = [];
    for (const [viewer, paths] of Object.entries(screens)) {
      const own = all.filter((visit) => (visit.viewer ?? 'anyone') === viewer && paths.includes(visit.row.path));
      expect(own.map(({ row }) => row.path).sort()).toEqual([...paths].sort());
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      await enter(context, product, own[0]?.session ?? null);
      const page = await context.newPage();
      for (const [place, { row, path }] of own.entries()) {
        await (place === 0 ? open(page, product, path) : goTo(page, path));
        for (const width of [1440, 820, 390]) {
          await resize(page, { width, height: 900 });
          for (const fault of [...(await layoutFaultsOf(page)), ...(await valueFaultsOf(page))]) faults.push(`${row.path} at ${width} px: ${fault}`);
        }
      }
      await context.close();
    }
    expect(faults).toEqual([]);
  } finally {
    await closeContexts(browser);
    await product.stop();
  }
});

test('long names of products and wearers are shown in full on the screens for picking, prep, receiving and orders', async () => {
  const product = await startProduct();
  lengthenValues(product.data);
  const browser = await sharedChromium();
  const garment = longValues.product.slice(0, 21);
  const wearers = ['Wilhelmina Theodora', 'Llan Llanfair'];
  try {
    const { visits: all } = await visits(product);
    const pathOf = (path: string, viewer: string): string => all.find((visit) => visit.row.path === path && visit.viewer === viewer)?.path ?? '';
    const sessions = { floor: await product.signIn('warehouse@kitroom.test'), office: await product.signIn('super@kitroom.test') };
    const shortened: string[] = [];
    const newPage = async (viewer: 'floor' | 'office') => {
      const context = await browser.newContext({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' });
      await enter(context, product, sessions[viewer]);
      const page = await context.newPage();
      await open(page, product, viewer === 'floor' ? '/admin/picking/orders' : '/admin/orders');
      return page;
    };
    const look = async (page: Page, parts: readonly string[], name: string): Promise<void> => {
      await expect(page.getByText(parts[0] ?? '').first(), name).toBeAttached();
      for (const text of await shortenedTextsOf(page, parts)) shortened.push(`${name}: ${text}`);
    };

    const floor = await newPage('floor');
    for (const path of ['/admin/picking/orders/:uuid', '/admin/prep/orders/:uuid']) {
      await goTo(floor, pathOf(path, 'floor'));
      await look(floor, [garment, ...wearers], path);
    }
    await floor.getByRole('link', { name: /^Bagging/ }).click();
    await look(floor, [garment, ...wearers], 'bags');
    await goTo(floor, pathOf('/admin/receiving/:receipt', 'floor'));
    await look(floor, [garment], 'receiving');
    await floor.getByRole('button', { name: /^ALL / }).click();
    await floor.getByRole('button', { name: 'More: put away, set aside, labels' }).click();
    await floor.getByRole('menuitem', { name: 'Put away' }).click();
    await expect(floor.getByRole('heading', { name: 'Put away', exact: true })).toBeVisible();
    await look(floor, [garment], 'put away');
    await goTo(floor, '/admin/shipping/dispatches');
    await resize(floor, { width: 820, height: 1180 });
    await look(floor, ['LS9 0PX'], 'dispatches');

    const office = await newPage('office');
    await goTo(office, pathOf('/admin/orders/:uuid/edit', 'office'));
    for (const width of [390, 820, 1024, 1440]) {
      await resize(office, { width, height: 900 });
      await look(office, [longValues.email.slice(0, 30), ...wearers], `order at ${width} px`);
    }
    expect(shortened).toEqual([]);
  } finally {
    await closeContexts(browser);
    await product.stop();
  }
});
