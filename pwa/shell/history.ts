import { type Location, NavigationType, type Navigator, type To } from 'react-router';
import { mayLeave, wouldLose } from '../ui/leave-guard.ts';
import { createStore, type Store } from '../ui/store.ts';

export interface Moment {
  location: Location;
  type: NavigationType;
}

interface Kept {
  at: number;
  key: string;
  usr?: unknown;
}

const makeKey = (): string => Math.random().toString(36).slice(2, 10);
const kept = (): Kept | null => window.history.state as Kept | null;
const here = (): Location => ({
  pathname: window.location.pathname,
  search: window.location.search,
  hash: window.location.hash,
  state: kept()?.usr ?? null,
  key: kept()?.key ?? 'default',
});
const href = (to: To): string => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`);

/** Only the part after `#` changes: the same screen in another view, which loses nothing. */
const staysHere = (to: URL): boolean => to.pathname === window.location.pathname && to.search === window.location.search;

/** The browser's history, which asks before unsaved changes are left, Back and Forward included. */
export function openHistory(): { moment: Store<Moment>; navigator: Navigator } {
  let at = kept()?.at ?? 0;
  let returning = false;
  if (kept()?.at === undefined) window.history.replaceState({ ...kept(), at, key: makeKey() }, '');
  const moment = createStore<Moment>({ location: here(), type: NavigationType.Pop });

  const write = (to: To, usr: unknown, type: NavigationType.Push | NavigationType.Replace) => {
    if (type === NavigationType.Push) at += 1;
    const state: Kept = { at, key: makeKey(), usr };
    if (type === NavigationType.Push) window.history.pushState(state, '', href(to));
    else window.history.replaceState(state, '', href(to));
    moment.set({ location: here(), type });
  };
  const move = (to: To, usr: unknown, type: NavigationType.Push | NavigationType.Replace) => {
    if (!wouldLose() || staysHere(new URL(href(to), window.location.href))) write(to, usr, type);
    else void mayLeave().then((leave) => leave && write(to, usr, type));
  };

  window.addEventListener('popstate', () => {
    const next = kept()?.at ?? 0;
    const by = next - at;
    if (returning) {
      returning = false;
      at = next;
      return;
    }
    const from = moment.get().location;
    const same = window.location.pathname === from.pathname && window.location.search === from.search;
    if (by === 0 || same || !wouldLose()) {
      at = next;
      moment.set({ location: here(), type: NavigationType.Pop });
      return;
    }
    // Back has already happened by the time one hears of it: go forward again, then ask.
    returning = true;
    window.history.go(-by);
    void mayLeave().then((leave) => {
      if (!leave) return;
      window.addEventListener('popstate', () => moment.set({ location: here(), type: NavigationType.Pop }), { once: true });
      returning = true;
      window.history.go(by);
    });
  });

  return {
    moment,
    navigator: {
      createHref: href,
      encodeLocation: (to) => {
        const url = new URL(href(to), window.location.href);
        return { pathname: url.pathname, search: url.search, hash: url.hash };
      },
      push: (to, usr) => move(to, usr, NavigationType.Push),
      replace: (to, usr) => move(to, usr, NavigationType.Replace),
      go: (by) => window.history.go(by),
    },
  };
}
