import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium as playwright } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import { isInMemory, scratch } from '../scratch.ts';

/**
 * Lets Chromium's processes share the pictures of pages on the disk. This flag is for machines with little shared memory; on other machines it costs
 * a test a fifteenth of its processor time.
 */
const PICTURES_ON_DISK = '--disable-dev-shm-usage';

/** The path of Chromium: CHROMIUM_PATH if it is set, else the Chromium of the test packages, which is unpacked at the first call. */
export async function executablePath(): Promise<string> {
  chromium.setGraphicsMode = false;
  return process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
}

/**
 * Launches a browser, with further flags if a test needs them. Its pages are drawn without a graphics process: on a busy machine a watchdog ends that
 * process, and nothing is drawn until the process has started again.
 */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await executablePath(),
    chromiumSandbox: false,
    args: ['--disable-gpu', ...args],
    ignoreDefaultArgs: isInMemory ? [PICTURES_ON_DISK] : [],
  });
}

let shared: Promise<Browser> | undefined;

/** The browser that the test files of a worker share. A file ends with `closeContexts`, so that the next file finds no open window. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

/** Closes every window of a browser. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** A browser of one device: it keeps its profile when it is killed and started again. */
export interface Device {
  start: () => Promise<BrowserContext>;
  /** Ends the browser as a removed battery does: at once. */
  kill: () => Promise<void>;
  /** Closes the browser as a person does: it stores everything first. */
  close: () => Promise<void>;
  /** Ends the browser and deletes its profile. */
  retire: () => Promise<void>;
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  ...(isInMemory ? [] : [PICTURES_ON_DISK]),
  '--no-first-run',
  '--no-default-browser-check',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--remote-debugging-port=0',
];

/** A device whose Chromium is a process of its own, so that it can be killed by its id. */
export function newDevice({ width, height }: { width: number; height: number }): Device {
  const profile = mkdtempSync(join(scratch, 'kitroom-device-'));
  const portFile = join(profile, 'DevToolsActivePort');
  let running: { kill: () => Promise<void>; close: () => Promise<void> } | null = null;

  const start = async (): Promise<BrowserContext> => {
    rmSync(portFile, { force: true });
    const child = spawn(await executablePath(), [...flags, `--user-data-dir=${profile}`, `--window-size=${width},${height}`, 'about:blank'], {
      detached: true,
      stdio: 'ignore',
    });
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    let browser: Browser;
    running = {
      kill: async () => {
        // The whole process group is killed: the browser's child processes must not outlive the main one and go on writing.
        if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
        await exit;
      },
      close: async () => {
        const control = await browser.newBrowserCDPSession();
        await control.send('Browser.close');
        await exit;
      },
    };
    const until = Date.now() + 30_000;
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
      if (child.exitCode !== null || Date.now() > until) throw new Error('Chromium did not start.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const [port] = readFileSync(portFile, 'utf8').split('\n');
    browser = await playwright.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = browser.contexts();
    if (!context) throw new Error('Chromium has no window.');
    return context;
  };
  const kill = async (): Promise<void> => {
    await running?.kill();
    running = null;
  };
  return {
    start,
    kill,
    close: async () => {
      await running?.close();
      running = null;
    },
    retire: async () => {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Starts a device. Returns a page of this size without animations, and adds errors in the page to `faults`. */
export async function startDevice(device: Device, size: { width: number; height: number }, faults: string[]): Promise<Page> {
  const context = await device.start();
  context.setDefaultTimeout(15_000);
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => faults.push(error.message));
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}
