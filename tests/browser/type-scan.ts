import type { BrowserContext, Page } from '@playwright/test';

/** Types as a wedge scanner does, its keys `gap` milliseconds apart by their own time: a busy machine may deliver them later. */
export async function typeScan(page: Page, code: string, { gap = 8, end = 'Enter' }: { gap?: number; end?: 'Enter' | null } = {}): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const begin = Date.now();
  const keys = [...code].map((key) => ({ key, text: key }));
  const all = end ? [...keys, { key: end, text: '\r', code: end, windowsVirtualKeyCode: 13 }] : keys;
  // Sent in one go, as a keyboard that does not wait for the screen.
  await Promise.all(
    all.flatMap((key, index) => {
      const timestamp = (begin + index * gap) / 1000;
      return [
        input.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', timestamp }),
        input.send('Input.dispatchKeyEvent', { ...key, text: undefined, type: 'keyUp', timestamp }),
      ];
    }),
  );
  await input.detach();
}

/**
 * Makes pages keep the colour of the last edge as `data-last-scan`: the edge is gone in half a second, and a busy machine may not look in that time.
 */
export async function watchEdge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver(() => {
      const { dataset } = document.documentElement;
      if (dataset.scan) dataset.lastScan = dataset.scan;
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-scan'] });
  });
}
