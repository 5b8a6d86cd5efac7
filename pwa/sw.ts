/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

/** Addresses that only the server can answer: data, documents, downloads and its own pages. */
const serverPaths = [
  /^\/api(\/|$)/,
  /^\/files\//,
  /^\/(healthz|readyz|metrics)$/,
  /^\/admin\/labels/,
  /^\/orders\/[^/]+\/dispatch\/[^/]+\/delivery-note/,
  /^\/employees\/[^/]+\/items-to-return/,
  /^\/admin\/picking\/orders\/[^/]+\/download/,
  /^\/admin\/(?:purchase|work)-orders\/[^/]+\/(?:receipts\/[^/]+\/)?pdf/,
  /^\/admin\/supplier-returns\/[^/]+\/confirmation/,
  /^\/notices\/[^/]+\/download/,
  /\/export(\/|$)/,
  /^(\/admin)?\/reports\/orders/,
  /\.(csv|pdf|zip)$/,
];

clientsClaim();
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: serverPaths }));

/** Pictures are stored under their hash, so a cached one is never stale. The least recently used go first. */
registerRoute(
  ({ url, request }) => url.origin === self.location.origin && url.pathname.startsWith('/files/') && request.destination === 'image',
  new CacheFirst({ cacheName: 'pictures', plugins: [new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true })] }),
);

/** The waiting version takes over only when the person confirms it. */
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
