/** A page's measurements of its own speed; times in milliseconds. */
export interface Seen {
  /** From the start of loading to a painted pick list on which an order can be begun; null until then. */
  usable: number | null;
  /** From the end of each scan or tap to the paint that shows the new count. */
  painted: number[];
  /** From the end of each scan or tap to the end of the ledger's transaction. */
  durable: number[];
}

declare global {
  interface Window {
    seen: () => Seen;
    /** Resolves once this number of paints and of saves was seen. It does not poll, because polling would slow down the measured page. */
    seenAll: (paints: number, saves: number) => Promise<void>;
    forgetSeen: () => void;
    /** Resolves once the pick list can be used. */
    seenUsable: () => Promise<void>;
  }
}

/** Runs in the page before the page's own scripts, and measures when a person sees each change. */
export function watchPage(): void {
  const all: Seen = { usable: null, painted: [], durable: [] };
  window.seen = () => all;
  let noticed: () => void = () => undefined;
  let isUsable: () => void = () => undefined;
  const usable = new Promise<void>((resolve) => {
    isUsable = resolve;
  });
  window.seenUsable = () => usable;
  window.seenAll = (paints, saves) =>
    new Promise((resolve) => {
      noticed = () => {
        if (all.painted.length >= paints && all.durable.length >= saves) resolve();
      };
      noticed();
    });
  window.forgetSeen = () => {
    all.painted = [];
    all.durable = [];
  };

  let requestedAt: number | null = null;
  let toSave: number | null = null;
  const onRequest = (event: Event): void => {
    requestedAt = event.timeStamp;
    toSave = event.timeStamp;
  };
  document.addEventListener('keydown', (event) => event.key === 'Enter' && onRequest(event), { capture: true });
  document.addEventListener('pointerup', onRequest, { capture: true });

  // Runs `act` right after the next frame with the priority of an input event, so that pictures and other late work of the page run after `act`.
  const afterPaint = (act: () => void): void => {
    requestAnimationFrame(() => void scheduler.postTask(act, { priority: 'user-blocking' }));
  };
  /** The number of picked items and, in a cluster, the tote whose turn it is. */
  const countShown = (): string | undefined => {
    const count = [...document.querySelectorAll('strong')].find(({ textContent }) => / of [\d,]+ items?$/.test(textContent ?? ''))?.textContent;
    return count ? count + (document.querySelector('.turns > [aria-current="step"] .tote-no')?.textContent ?? '') : undefined;
  };
  let count: string | undefined;
  new MutationObserver(() => {
    if (all.usable === null && document.querySelector('button[aria-label^="Pick order"]:not(:disabled)'))
      afterPaint(() => {
        all.usable ??= performance.now();
        isUsable();
      });
    const now = countShown();
    if (now === count) return;
    count = now;
    const from = requestedAt;
    requestedAt = null;
    if (from === null) return;
    afterPaint(() => {
      all.painted.push(performance.now() - from);
      noticed();
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });

  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const newTransaction = transaction.call(this, stores, mode, options);
    const names = typeof stores === 'string' ? [stores] : [...stores];
    const from = toSave;
    if (mode === 'readwrite' && from !== null && names.includes('outbox')) {
      toSave = null;
      newTransaction.addEventListener('complete', () => {
        all.durable.push(performance.now() - from);
        noticed();
      });
    }
    return newTransaction;
  };
}
