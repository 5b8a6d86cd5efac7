import { documentKeyCookie } from '../../shared/auth/document-key.ts';
import { isClientRole } from '../../shared/roles.ts';
import { session } from './store.ts';

/** Makes this browser's document cookie useless, even without a network; the page itself cannot delete the cookie. */
export function dropDocumentKey(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: it has to work where there is no cookie store
  document.cookie = `${documentKeyCookie}=; Path=/; Max-Age=0; SameSite=Strict`;
}

/** Deletes the app's own cache of pictures. The service worker does not store pictures that are still loading. */
function dropPictures(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_PICTURES' });
  if ('caches' in window) void caches.delete('pictures');
}

/** The id of the person whose pictures this browser keeps. After a session has expired, the floor works on and needs pictures; a client does not. */
function ownerOfPictures(): number | null {
  const current = session.get();
  if (!current || (current.is_expired && isClientRole(current.who.user.primary_role))) return null;
  return current.who.user.id;
}

/**
 * Deletes a person's data in this browser before the next person uses it: after signing out in any tab, and when somebody else takes the person's
 * place.
 */
export function forgetLeavers(): void {
  let owner = ownerOfPictures();
  const follow = (before: number | null): void => {
    if (!session.get()) dropDocumentKey();
    if (before !== null && owner !== before) dropPictures();
  };
  // A browser that was killed just after it deleted this data may still have the data. Pictures without a known owner count as another person's.
  follow(owner ?? -1);
  session.subscribe(() => {
    const before = owner;
    owner = ownerOfPictures();
    follow(before);
  });
}
