import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, addScanListener, handleScan, pauseScans } from '../../../pwa/scan/scan-handlers.ts';
import { scanSettings, setScanSetting } from '../../../pwa/scan/settings.ts';
import { type ScanSignal, signals } from '../../../pwa/scan/signal.ts';
import { toasts } from '../../../pwa/ui/toast.ts';

/** The parts of the page that a scan signal changes. */
const page = { dialog: false, edge: [] as ScanSignal[], shaken: [] as number[][], played: [] as number[] };

class Part {
  frequency = {
    set value(pitch: number) {
      page.played.push(pitch);
    },
  };
  gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
  connect = (to: unknown) => to;
  start = () => undefined;
  stop = () => undefined;
}

beforeEach(() => {
  Object.assign(page, { dialog: false, edge: [], shaken: [], played: [] });
  const dataset = new Proxy({} as Record<string, ScanSignal>, {
    set: (_, _name, value: ScanSignal) => {
      page.edge.push(value);
      return true;
    },
    deleteProperty: () => true,
  });
  vi.stubGlobal('document', { documentElement: { dataset }, querySelector: () => (page.dialog ? {} : null) });
  vi.stubGlobal('navigator', { vibrate: (pattern: number[]) => page.shaken.push(pattern) });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      resume = async () => undefined;
      suspend = async () => undefined;
      createOscillator = () => new Part();
      createGain = () => new Part();
    },
  );
  toasts.set([]);
});
const leave: (() => void)[] = [];
afterEach(() => {
  for (const stop of leave.splice(0)) stop();
  vi.unstubAllGlobals();
});

const listen = (answer: (text: string) => Answer | Promise<Answer>, how: { anywhere?: boolean; in_dialog?: boolean } = {}): void => {
  leave.push(addScanListener({ handler: ({ text }) => answer(text), anywhere: false, in_dialog: false, ...how }));
};
const scan = (text: string) => handleScan({ text, from: 'wedge' });

test('scans are handled one after another, however long each takes', async () => {
  const log: string[] = [];
  listen(async (text): Promise<Answer> => {
    log.push(`begin ${text}`);
    await new Promise((resolve) => setTimeout(resolve, text === 'a' ? 20 : 1));
    log.push(`end ${text}`);
    return 'right';
  });
  await Promise.all(['a', 'b', 'c'].map(scan));
  expect(log).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
  expect(page.edge).toEqual(['right', 'right', 'right']);
});

test('scans made while a screen loads wait for the screen, in their sequence', async () => {
  const taken: string[] = [];
  const resume = [pauseScans(), pauseScans()];
  const scans = Promise.all(['a', 'b'].map(scan));
  resume[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(page.edge).toEqual([]);
  listen((text) => {
    taken.push(text);
    return 'right';
  });
  resume[1]?.();
  await scans;
  expect(taken).toEqual(['a', 'b']);
});

test('a scan whose handler fails counts as unknown, and the next scan is handled', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  listen((text) => {
    if (text === 'a') throw new Error('broken');
    return 'right';
  });
  await Promise.all(['a', 'b'].map(scan));
  expect(page.edge).toEqual(['unknown', 'right']);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});

test('the newest screen gets a scan first, then the listeners of the whole app; a scan that nobody handles is shown as unknown', async () => {
  const calls: string[] = [];
  const one = (name: string, answer: Answer) => () => {
    calls.push(name);
    return answer;
  };
  listen(one('screen', 'pass'));
  listen(one('anywhere', 'pass'), { anywhere: true });
  listen(one('newest', 'pass'));
  await scan('x');
  expect(calls).toEqual(['newest', 'screen', 'anywhere']);
  expect(page.edge).toEqual(['unknown']);
  expect(toasts.get()).toMatchObject([{ title: 'Not known here: x' }]);
  // If the code is scanned again, a new message replaces the first one, so that only one is on the screen.
  const [first] = toasts.get();
  await scan('x');
  expect(toasts.get()).toMatchObject([{ title: 'Not known here: x' }]);
  expect(toasts.get()[0]?.id).not.toBe(first?.id);
});

test('while a dialog is open, scans do not reach the screen below, but reach a field in the dialog', async () => {
  const screen = vi.fn((): Answer => 'right');
  listen(screen);
  page.dialog = true;
  await scan('x');
  expect(toasts.get()).toMatchObject([{ title: 'Not taken: x' }]);
  listen(() => 'right', { in_dialog: true });
  await scan('y');
  expect(screen).not.toHaveBeenCalled();
  expect(page.edge).toEqual(['unknown', 'right']);
});

test('each signal has a different sound and vibration; sound, vibration and colour can be switched off separately', async () => {
  const kinds = Object.keys(signals) as ScanSignal[];
  expect(kinds).toEqual(['right', 'line_done', 'order_done', 'jump', 'wrong', 'unknown', 'needs_you']);
  expect(new Set(kinds.map((kind) => JSON.stringify(signals[kind].tones))).size).toBe(7);
  expect(new Set(kinds.map((kind) => JSON.stringify(signals[kind].vibration))).size).toBe(7);
  listen((text) => text as ScanSignal);
  for (const kind of kinds) await scan(kind);
  expect(page.edge).toEqual(kinds.map((kind) => signals[kind].edge));
  expect(page.shaken).toEqual(kinds.map((kind) => signals[kind].vibration));
  expect(page.played).toEqual(kinds.flatMap((kind) => signals[kind].tones.map(({ pitch }) => pitch)));

  for (const off of ['sound', 'vibration', 'colour'] as const) {
    Object.assign(page, { edge: [], shaken: [], played: [] });
    setScanSetting(off, false);
    await scan('wrong');
    const silent = { sound: page.played, vibration: page.shaken, colour: page.edge };
    for (const [name, given] of Object.entries(silent))
      expect(given, `${off} off: ${name}`).toHaveLength(name === off ? 0 : name === 'sound' ? 2 : 1);
    setScanSetting(off, true);
  }
  expect(scanSettings.get()).toEqual({ sound: true, vibration: true, colour: true, slow: false });
});
