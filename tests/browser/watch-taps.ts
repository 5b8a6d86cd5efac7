/**
 * The expected effect of a tap: a panel in front of the order, the sizes in it, the cards again with another mark of what is ordered, another count
 * of a line.
 */
export type Painted = 'panel' | 'sizes' | 'lines' | 'quantity';

declare global {
  interface Window {
    /** From now on the next tap is timed until this is painted. */
    expectPaint: (what: Painted) => void;
    /** The milliseconds of it, once they are known. */
    painted: () => Promise<number>;
  }
}

/** Runs in the page before anything else does: measures what a person sees, from the outside. */
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
      // The first turn after the frame: work that the page itself postponed until after it comes later.
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
