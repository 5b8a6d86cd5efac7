import { expect, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { lengthenValues, valueFaultsOf } from './long-values.ts';
import { startProduct } from './product.ts';
import { enter, goTo, open, resize, visits } from './screens.ts';

/** Screens that show many values, of those whom they are made for. */
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

test('values as long as they may be are whole, shortened with an ellipsis or broken at words, and amounts are whole', async () => {
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
