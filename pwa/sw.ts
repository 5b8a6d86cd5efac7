/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isScreen } from './shell/is-screen.ts';

declare const self: ServiceWorkerGlobalScope;

clientsClaim();
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
const page = createHandlerBoundToURL('index.html');
registerRoute(({ url, request }) => request.mode === 'navigate' && url.origin === self.location.origin && isScreen(url.pathname), page);

/** Pictures are stored under their hash, so a cached one is never stale. The least recently used go first. */
registerRoute(
  ({ url, request }) => url.origin === self.location.origin && url.pathname.startsWith('/files/') && request.destination === 'image',
  new CacheFirst({ cacheName: 'pictures', plugins: [new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true })] }),
);

/** The waiting version takes over only when the person confirms it. */
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
