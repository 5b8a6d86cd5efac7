import { expect, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { lengthenValues, valueFaultsOf } from './long-values.ts';
import { overflowsOf } from './overflow.ts';
import { startProduct } from './product.ts';
import { enter, open, resize, visits } from './screens.ts';

/** Screens that show many values, of those whom they are made for. */
const screens: Record<'client' | 'office' | 'floor', string[]> = {
  client: ['/orders', '/orders/:uuid', '/orders/:uuid/edit', '/employees/:id/edit'],
  office: [
    '/admin/orders',
    '/admin/orders/:uuid/edit',
    '/admin/accounts/:id/edit',
    '/admin/suppliers/:id/edit',
    '/admin/purchase-orders',
    '/admin/purchase-orders/:id/edit',
  ],
  floor: ['/admin/receiving', '/admin/picking/orders'],
};

test('values as long as they may be neither widen a screen, nor break an amount, nor lie on a field', async () => {
  const product = await startProduct();
  lengthenValues(product.data);
  const browser = await sharedChromium();
  try {
    const { visits: all } = await visits(product);
    const faults: string[] = [];
    for (const [viewer, paths] of Object.entries(screens)) {
      const own = all.filter((visit) => visit.viewer === viewer && paths.includes(visit.row.path));
      expect(own.map(({ row }) => row.path).sort()).toEqual([...paths].sort());
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      await enter(context, product, own[0]?.session ?? null);
      const page = await context.newPage();
      for (const { row, path } of own) {
        await open(page, product, path);
        for (const width of [1440, 820, 390]) {
          await resize(page, { width, height: 900 });
          for (const fault of [...(await overflowsOf(page)), ...(await valueFaultsOf(page))]) faults.push(`${row.path} at ${width} px: ${fault}`);
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
