import { type Location, NavigationType, type Navigator, type To } from 'react-router';
import { mayLeave, type Step, wouldLose } from '../ui/leave-guard.ts';
import { createStore, type Store } from '../ui/store.ts';

export interface HistoryPosition {
  location: Location;
  type: NavigationType;
}

interface HistoryState {
  at: number;
  key: string;
  usr?: unknown;
}

const makeKey = (): string => Math.random().toString(36).slice(2, 10);
const readState = (): HistoryState | null => window.history.state as HistoryState | null;
const here = (): Location => ({
  pathname: window.location.pathname,
  search: window.location.search,
  hash: window.location.hash,
  state: readState()?.usr ?? null,
  key: readState()?.key ?? 'default',
});
const href = (to: To): string => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`);

interface Place {
  pathname: string;
  search: string;
}

/** The kind of step between two addresses. Addresses that differ only in the part after `#` are two views of the same screen. */
const stepTo = (to: Place, from: Place): Step => (to.pathname === from.pathname && to.search === from.search ? 'view' : 'screen');

/** The browser's history. Before a step (Back and Forward too) leaves unsaved changes, the history asks the person. */
export function openHistory(): { position: Store<HistoryPosition>; navigator: Navigator } {
  let at = readState()?.at ?? 0;
  let returning = false;
  if (readState()?.at === undefined) window.history.replaceState({ ...readState(), at, key: makeKey() }, '');
  const position = createStore<HistoryPosition>({ location: here(), type: NavigationType.Pop });

  const write = (to: To, usr: unknown, type: NavigationType.Push | NavigationType.Replace) => {
    if (type === NavigationType.Push) at += 1;
    const state: HistoryState = { at, key: makeKey(), usr };
    if (type === NavigationType.Push) window.history.pushState(state, '', href(to));
    else window.history.replaceState(state, '', href(to));
    position.set({ location: here(), type });
  };
  const move = (to: To, usr: unknown, type: NavigationType.Push | NavigationType.Replace) => {
    if (!wouldLose(stepTo(new URL(href(to), window.location.href), window.location))) write(to, usr, type);
    else void mayLeave().then((leave) => leave && write(to, usr, type));
  };

  window.addEventListener('popstate', () => {
    // If a person types an address that differs only after the `#`, that is a new step.
    if (readState()?.at === undefined) window.history.replaceState({ ...readState(), at: at + 1, key: makeKey() }, '');
    const next = readState()?.at ?? 0;
    const by = next - at;
    if (returning) {
      returning = false;
      at = next;
      return;
    }
    if (by === 0 || !wouldLose(stepTo(window.location, position.get().location))) {
      at = next;
      position.set({ location: here(), type: NavigationType.Pop });
      return;
    }
    // Back has already happened when its event arrives: go forward again, then ask.
    returning = true;
    window.history.go(-by);
    void mayLeave().then((leave) => {
      if (!leave) return;
      window.addEventListener('popstate', () => position.set({ location: here(), type: NavigationType.Pop }), { once: true });
      returning = true;
      window.history.go(by);
    });
  });

  return {
    position,
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
