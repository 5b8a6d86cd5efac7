import { progress } from '../offline/progress-cookie.ts';
import { beforeSignOut } from '../session/before-sign-out.ts';
import { forgetLeavers } from '../session/forget-person.ts';
import { session } from '../session/store.ts';
import { guardPlainLinks } from '../ui/plain-link-guard.ts';

/**
 * On a device of the floor, stores each change of the session outside `localStorage` too, because a browser that is killed loses the last minute of
 * `localStorage`.
 */
function rememberSessions(): void {
  const remember = (): void => {
    const role = session.get()?.who.user.primary_role;
    if (progress.read() || role === 'super' || role === 'warehouse')
      void import('../offline/durable-session.ts').then(({ rememberSession }) => rememberSession()).catch(() => undefined);
  };
  session.subscribe(remember);
  // Stores the session of somebody who signed in before this file was loaded.
  if (session.get()) remember();
}

/** Starts the work that every screen needs. Called once the first screen is rendered. */
export function afterStart(): void {
  rememberSessions();
  beforeSignOut(() => {
    const note = progress.read();
    return { waiting: note?.waiting ?? 0, since: note?.since ?? null };
  });
  forgetLeavers();
  guardPlainLinks();
}
