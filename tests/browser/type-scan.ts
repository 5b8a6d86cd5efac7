import type { BrowserContext, Page } from '@playwright/test';

/** Types like a wedge scanner. The time stamps of its keys are `gap` milliseconds apart, even if a busy machine delivers them later. */
export async function typeScan(page: Page, code: string, { gap = 8, end = 'Enter' }: { gap?: number; end?: 'Enter' | null } = {}): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const begin = Date.now();
  const keys = [...code].map((key) => ({ key, text: key }));
  const all = end ? [...keys, { key: end, text: '\r', code: end, windowsVirtualKeyCode: 13 }] : keys;
  // All keys are sent at once, because a keyboard does not wait for the screen.
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
 * Makes pages store the last `data-scan` as `data-last-scan`, because the coloured edge is gone after half a second and a busy machine may miss it.
 */
export async function watchEdge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver(() => {
      const { dataset } = document.documentElement;
      if (dataset.scan) dataset.lastScan = dataset.scan;
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-scan'] });
  });
}
