import type { BrowserContext, Page } from '@playwright/test';
import { maySee, type RouteRow, routes } from '../../pwa/routes.tsx';
import type { Session } from '../../pwa/session/store.ts';
import type { StatusName } from '../../shared/ordering/order-status.ts';
import type { Product } from './product.ts';
import { type SampleWorld, samples } from './samples.ts';

/** The people whose screens are checked, by the kind of screens that they see. */
export const viewers = {
  client: 'client.admin@northgate.test',
  employee: 'employee@northgate.test',
  office: 'super@kitroom.test',
  floor: 'warehouse@kitroom.test',
} as const;
export type Viewer = keyof typeof viewers;

/** One screen as one person sees it. */
export interface Visit {
  row: RouteRow;
  viewer: Viewer | null;
  session: Session | null;
  path: string;
}

interface Listed {
  uuid: string;
  employees?: { id: number }[];
  progress_summary?: { status: { status_name: StatusName } };
}

/** Returns examples from the demo data that this person can see. For the provider's people, the examples come from a super's list of orders. */
async function worldOf(product: Product, session: Session, office: Session): Promise<SampleWorld> {
  const isClient = session.who.account !== null;
  const list = isClient ? '/api/orders' : '/api/admin/orders';
  // If a list of orders cannot be read, screens that need an order are reported as missing; the other screens are still visited.
  const page = (number: number) =>
    product.get(isClient ? session : office, `${list}?per_page=100&include=employees&page=${number}`).catch(() => ({ items: [] }));
  const pages = await Promise.all([page(1), page(2)]);
  // Orders with the most wearers come first, because many names need the most space on a screen.
  const orders = pages
    .flatMap((answer) => (answer as { items: Listed[] }).items)
    .sort((one, other) => (other.employees?.length ?? 0) - (one.employees?.length ?? 0));
  const returns = (await product.get(isClient ? session : office, '/api/returns?status=new').catch(() => ({ items: [] }))) as {
    items: { id: number }[];
  };
  const coming = (await product.get(office, '/api/admin/purchase-orders?stage=approved&per_page=1').catch(() => ({ items: [] }))) as {
    items: { id: number }[];
  };
  return {
    purchase_order: () => (isClient ? undefined : coming.items[0]?.id),
    return: () => returns.items[0]?.id,
    wearer: () => orders[0]?.employees?.[0]?.id,
    order: (...states) =>
      (states.length === 0 ? orders[0] : orders.find((order) => order.progress_summary && states.includes(order.progress_summary.status.status_name)))
        ?.uuid,
  };
}

/** Returns every screen of the route table once for each viewer who may see it; `missing` has the paths without an example in the demo data. */
export async function visits(product: Product): Promise<{ visits: Visit[]; missing: string[] }> {
  const sessions = {} as Record<Viewer, Session>;
  const worlds = {} as Record<Viewer, SampleWorld>;
  for (const viewer of Object.keys(viewers) as Viewer[]) {
    sessions[viewer] = await product.signIn(viewers[viewer]);
  }
  for (const viewer of Object.keys(viewers) as Viewer[]) worlds[viewer] = await worldOf(product, sessions[viewer], sessions.office);
  const linkedVisits: Visit[] = [];
  const missing: string[] = [];
  for (const row of routes) {
    const sample = samples[row.path];
    if (row.for === 'anyone') {
      const path = sample
        ? sample({ order: () => undefined, return: () => undefined, wearer: () => undefined, purchase_order: () => undefined })
        : row.path;
      if (path) linkedVisits.push({ row, viewer: null, session: null, path });
      continue;
    }
    const eyes = (Object.keys(viewers) as Viewer[]).filter((viewer) => maySee(row, sessions[viewer].who.user.primary_role));
    const rowVisits = eyes.flatMap((viewer) => {
      // The office sees the screens of a client company under the company's account.
      const isOfAccount = viewer === 'office' && row.also?.startsWith('/admin/accounts/:accountId/') === true;
      const own = sample ? sample(worlds[viewer]) : row.path;
      const path = isOfAccount ? row.also?.replace(/:\w+/g, '1') : own;
      return path && !path.includes(':') ? [{ row, viewer, session: sessions[viewer], path }] : [];
    });
    if (rowVisits.length === 0) missing.push(row.path);
    linkedVisits.push(...rowVisits);
  }
  return { visits: linkedVisits, missing };
}

/** Gives the pages of a browser context a session, as a sign-in by the session's person would. */
export async function enter(context: BrowserContext, product: Product, session: Session | null): Promise<void> {
  if (!session) return;
  await context.addCookies(product.cookiesOf(session).map((cookie) => ({ ...cookie, url: product.url, sameSite: 'Strict' as const })));
  // A sandboxed frame, such as the preview of an email, has no storage and is left out.
  await context.addInitScript((json) => window.origin !== 'null' && localStorage.setItem('kitroom.session', json), JSON.stringify(session));
}

/** Opens a screen and waits until it has settled. */
export async function open(page: Page, product: Product, path: string): Promise<void> {
  await page.goto(product.url + path);
  await settle(page);
}

/** Goes to another screen of the app that is open, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settle(page);
}

/** Resizes a screen, and waits until the browser has drawn it at the new size. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await settle(page);
}

/** True once the new screen's heading is visible, no skeleton is left, and fonts and pictures have loaded. */
const isDrawn = (): boolean =>
  document.querySelector('h1:not([data-left])')?.checkVisibility({ visibilityProperty: true }) === true &&
  !document.querySelector('h1[data-left], .skel') &&
  document.fonts.status === 'loaded' &&
  [...document.images].every((image) => image.complete || image.loading === 'lazy');

/** Waits up to 15 s until a screen that was opened or resized is drawn, and after that only until its heading is visible. */
export async function settle(page: Page): Promise<void> {
  // One call checks all conditions, because a call into the page costs as much as a small check.
  await page.waitForFunction(isDrawn, undefined, { timeout: 15_000 }).catch(() => page.locator('h1:not([data-left])').first().waitFor());
}

/** Goes back by the page's own history, because Playwright's `goBack` may not know the entry that the page has just added. */
export const goBack = (page: Page): Promise<void> => page.evaluate(() => history.back());
