/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
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

/** `FORGET_PICTURES` increments this number when the person of this browser leaves: a picture that was requested before is shown but not stored. */
let generation = 0;
const keepNoLeavers: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => {
    if (state) state.generation = generation;
  },
  cacheWillUpdate: async ({ response, state }) => (response.status === 200 && state?.generation === generation ? response : null),
};

/**
 * Pictures are stored under their hash, so a cached one is never stale. The least recently used are deleted first; the page deletes all when its
 * person leaves.
 */
registerRoute(
  ({ url, request }) => url.origin === self.location.origin && url.pathname.startsWith('/files/') && ['image', ''].includes(request.destination),
  new CacheFirst({ cacheName: 'pictures', plugins: [keepNoLeavers, new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true })] }),
);

/** `SKIP_WAITING`: the person has confirmed the update, so the new version replaces the running one. `FORGET_PICTURES`: the person leaves. */
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const type = (event.data as { type?: string } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'FORGET_PICTURES') generation++;
});
