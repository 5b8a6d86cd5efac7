import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TabletProgress } from '../../../pwa/offline/ports.ts';

const noteOf = (q: number, change: Partial<TabletProgress> = {}): TabletProgress => ({
  device: 'own',
  q,
  at: '2026-11-21T09:00:00.000Z',
  waiting: 1,
  since: null,
  ...change,
});

/** A browser's cookies, as pages and its asynchronous store see them. */
function newBrowser() {
  const cookies = new Map<string, string>();
  const written: string[] = [];
  let onPageHide = (): void => undefined;
  return {
    cookies,
    written,
    closePage: () => onPageHide(),
    stored: () => {
      const text = cookies.get('kitroom_tablet');
      return text === undefined ? null : (JSON.parse(decodeURIComponent(text)) as TabletProgress);
    },
    store: (note: TabletProgress) => cookies.set('kitroom_tablet', encodeURIComponent(JSON.stringify(note))),
    document: {
      get cookie() {
        return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(text: string) {
        written.push(text);
        const [pair = ''] = text.split('; ');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      },
    },
    window: {
      addEventListener: (name: string, listener: () => void) => {
        if (name === 'pagehide') onPageHide = listener;
      },
    },
  };
}

let browser = newBrowser();
/** Loads the module as a new page of this browser does, and returns the progress that the module reads from the cookie. */
async function loadProgress() {
  vi.resetModules();
  return (await import('../../../pwa/offline/progress-cookie.ts')).progress;
}

beforeEach(() => {
  browser = newBrowser();
  vi.useFakeTimers();
  vi.stubGlobal('document', browser.document);
  vi.stubGlobal('window', browser.window);
  vi.stubGlobal('location', { protocol: 'https:' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const passTime = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('the progress', () => {
  test('is null on a new tablet, and is read again after a restart', async () => {
    browser.cookies.set('theme', 'dark');
    const progress = await loadProgress();
    expect(progress.read()).toBeNull();
    progress.write(noteOf(1));
    expect(progress.read()).toEqual(noteOf(1));
    await passTime(100);
    expect((await loadProgress()).read()).toEqual(noteOf(1));
  });

  test('is written at most once in a tenth of a second, as one cookie with the last value', async () => {
    const progress = await loadProgress();
    progress.write(noteOf(1));
    await passTime(99);
    progress.write(noteOf(2));
    expect(browser.written).toEqual([]);
    await passTime(1);
    expect(browser.written).toHaveLength(1);
    expect(browser.stored()).toEqual(noteOf(2));
    progress.write(noteOf(3));
    await passTime(100);
    expect(browser.stored()).toEqual(noteOf(3));
    expect(progress.read()).toEqual(noteOf(3));
  });

  test.each([
    ['https:', '; Path=/; Max-Age=31536000; SameSite=Strict; Secure'],
    ['http:', '; Path=/; Max-Age=31536000; SameSite=Strict'],
  ])('lasts a year, and is sent to no other site (%s)', async (protocol, attributes) => {
    vi.stubGlobal('location', { protocol });
    (await loadProgress()).write(noteOf(1));
    await passTime(100);
    expect(browser.written.map((text) => text.slice(text.indexOf('; ')))).toEqual([attributes]);
  });

  test('is written at once, and only once, when the page is closed', async () => {
    const progress = await loadProgress();
    browser.closePage();
    expect(browser.written).toEqual([]);
    progress.write(noteOf(4));
    browser.closePage();
    expect(browser.stored()).toEqual(noteOf(4));
    await passTime(1_000);
    expect(browser.written).toHaveLength(1);
  });

  test.each<[string, TabletProgress, TabletProgress]>([
    ['keeps a higher number that another tab has written, and counts its later actions as waiting', noteOf(9), noteOf(9, { waiting: 5 })],
    ['replaces a lower number that another tab has written', noteOf(2), noteOf(5)],
    ['replaces the number of another tablet', noteOf(9, { device: 'other' }), noteOf(5)],
  ])('%s', async (_name, before, merged) => {
    const progress = await loadProgress();
    progress.write(noteOf(5));
    browser.store(before);
    await passTime(100);
    expect(browser.stored()).toEqual(merged);
    expect(progress.read()).toEqual(merged);
  });

  test('counts as missing if it cannot be read', async () => {
    browser.cookies.set('kitroom_tablet', '%7Bbroken');
    const progress = await loadProgress();
    expect(progress.read()).toBeNull();
    progress.write(noteOf(1));
    await passTime(100);
    expect(browser.stored()).toEqual(noteOf(1));
  });

  test.each<[string, (note: TabletProgress) => unknown, TabletProgress]>([
    ['with a higher number', async (note) => ({ value: encodeURIComponent(JSON.stringify(note)) }), noteOf(9, { waiting: 5 })],
    ['without a cookie', async () => null, noteOf(5)],
    ['that fails', () => Promise.reject(new Error('closed')), noteOf(5)],
  ])('is compared with the browser’s cookie store if there is one: a store %s', async (_name, answer, merged) => {
    const get = vi.fn(async (_name: string) => await answer(noteOf(9)));
    vi.stubGlobal('window', { ...browser.window, cookieStore: {} });
    vi.stubGlobal('cookieStore', { get });
    const progress = await loadProgress();
    progress.write(noteOf(5));
    await passTime(100);
    expect(get).toHaveBeenCalledWith('kitroom_tablet');
    expect(browser.stored()).toEqual(merged);
  });

  test('is written once the browser is idle, or after at most 400 milliseconds more', async () => {
    const idle: { act: () => void; timeout: number | undefined }[] = [];
    vi.stubGlobal('window', { ...browser.window, requestIdleCallback: true });
    vi.stubGlobal('requestIdleCallback', (act: () => void, options?: { timeout: number }) => idle.push({ act, timeout: options?.timeout }));
    (await loadProgress()).write(noteOf(1));
    await passTime(100);
    expect([browser.written.length, idle.map(({ timeout }) => timeout)]).toEqual([0, [400]]);
    idle[0]?.act();
    await passTime(0);
    expect(browser.stored()).toEqual(noteOf(1));
  });
});
