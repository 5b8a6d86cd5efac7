import { documentKeyCookie } from '../../shared/auth/document-key.ts';
import { isClientRole } from '../../shared/roles.ts';
import { session } from './store.ts';

/** Makes the document cookie of this browser useless, which the page itself cannot delete; without a network too. */
export function dropDocumentKey(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: it has to work where there is no cookie store
  document.cookie = `${documentKeyCookie}=; Path=/; Max-Age=0; SameSite=Strict`;
}

/** Deletes the app's own cache of pictures. The service worker does not store pictures that are still loading. */
function dropPictures(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_PICTURES' });
  if ('caches' in window) void caches.delete('pictures');
}

/** Whose pictures this browser keeps. The floor works on after its session has ended, and needs them; a client's people do not. */
function ownerOfPictures(): number | null {
  const current = session.get();
  if (!current || (current.is_expired && isClientRole(current.who.user.primary_role))) return null;
  return current.who.user.id;
}

/** Deletes what a person leaves in this browser, for the next one: when they sign out, in whichever tab, and when somebody else takes their place. */
export function forgetLeavers(): void {
  let owner = ownerOfPictures();
  const follow = (before: number | null): void => {
    if (!session.get()) dropDocumentKey();
    if (before !== null && owner !== before) dropPictures();
  };
  // A browser that was killed may still have what was deleted just before. Where nobody is known, the pictures of an unknown person are assumed.
  follow(owner ?? -1);
  session.subscribe(() => {
    const before = owner;
    owner = ownerOfPictures();
    follow(before);
  });
}
