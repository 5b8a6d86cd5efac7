/**
 * The expected effect of a tap: a panel in front of the order, the sizes in the panel, other badges on the product cards once the panel is gone,
 * another quantity of a line.
 */
export type Painted = 'panel' | 'sizes' | 'lines' | 'quantity';

declare global {
  interface Window {
    /** Times the next tap until this effect is painted. */
    expectPaint: (what: Painted) => void;
    /** Resolves with the milliseconds from the tap to the paint. */
    painted: () => Promise<number>;
  }
}

/** Runs in the page before the page's own scripts, and measures when a person sees the effect of a tap. */
export function watchTaps(): void {
  const panel = (): Element | null => [...document.querySelectorAll('[role=dialog]')].find((one) => one.checkVisibility()) ?? null;
  const readState: Record<Painted, () => string> = {
    panel: () => String(panel() !== null),
    sizes: () => String((panel()?.querySelector('fieldset button') ?? null) !== null),
    lines: () => (panel() ? '' : [...document.querySelectorAll('.product-badges')].map(({ textContent }) => textContent).join('|')),
    quantity: () => document.querySelector('.order-line [role=spinbutton]')?.getAttribute('aria-valuenow') ?? '',
  };
  let what: Painted | null = null;
  let before = '';
  let from: number | null = null;
  let took: number | null = null;
  let noticed: (ms: number) => void = () => undefined;

  window.expectPaint = (paint) => {
    what = paint;
    before = readState[paint]();
    from = null;
    took = null;
  };
  window.painted = () =>
    new Promise((resolve) => {
      if (took !== null) resolve(took);
      else noticed = resolve;
    });
  document.addEventListener('pointerup', (event) => (from ??= event.timeStamp), { capture: true });
  new MutationObserver(() => {
    if (what === null || from === null || readState[what]() === before) return;
    const startTime = from;
    what = null;
    requestAnimationFrame(() => {
      // Runs right after the frame, before the work that the page itself has postponed until then.
      void scheduler.postTask(
        () => {
          took = performance.now() - startTime;
          noticed(took);
          noticed = () => undefined;
        },
        { priority: 'user-blocking' },
      );
    });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
