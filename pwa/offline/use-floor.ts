import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { compareNames } from '../../shared/folded.ts';
import { type Floor, noRows } from '../../shared/sync/floor.ts';
import type { StaffRow } from '../../shared/sync/rows.ts';
import { useStore } from '../ui/store.ts';
import { type Engine, type Screens, type SyncState, unsynced } from './engine.ts';
import type { DelayedAction } from './store.ts';
import { openTablet, tablet } from './this-tablet.ts';
import {
  type DispatchScreen,
  dispatchScreen,
  type PickScreen,
  type PickView,
  type PrepScreen,
  type PrepView,
  pickList,
  pickScreen,
  prepList,
  prepScreen,
} from './views.ts';

const nothing: Screens = { is_ready: false, floor: { rows: noRows(), waiting: new Map() } };
const never = (): (() => void) => () => undefined;

/** This tablet's engine, opened by the first screen that needs it; null until it is open. */
export function useTablet(): Engine | null {
  const engine = useStore(tablet);
  useEffect(() => {
    if (!engine) void openTablet().catch(() => undefined);
  }, [engine]);
  return engine;
}

function useScreens(): Screens {
  const engine = useTablet();
  return useSyncExternalStore(engine?.screens.subscribe ?? never, engine?.screens.get ?? (() => nothing));
}

/** The result of `view`, computed again after each change of the floor; null until the tablet has rows. */
export function useView<View>(view: (floor: Floor) => View): View | null {
  const { is_ready, floor } = useScreens();
  return useMemo(() => (is_ready ? view(floor) : null), [is_ready, floor, view]);
}

/** The orders to pick, in the order in which they were submitted; null while the tablet has no rows yet. */
export const usePickList = (): PickView[] | null => useView(pickList);

/** One order to pick; undefined until the tablet has rows, null if the order is not on the floor. */
export function usePick(uuid: string): PickScreen | null | undefined {
  const view = useCallback((floor: Floor) => ({ screen: pickScreen(floor, uuid) }), [uuid]);
  return useView(view)?.screen;
}

/** The orders to prep. */
export const usePrepList = (): PrepView[] | null => useView(prepList);

/** One order to prep; undefined until the tablet has rows, null if the order is not on the floor. */
export function usePrep(uuid: string): PrepScreen | null | undefined {
  const view = useCallback((floor: Floor) => ({ screen: prepScreen(floor, uuid) }), [uuid]);
  return useView(view)?.screen;
}

/** The orders that are ready to be dispatched, and the dispatches that wait for their courier. */
export const useDispatches = (): DispatchScreen | null => useView(dispatchScreen);

const staffOf = (floor: Floor): StaffRow[] => [...floor.rows.staff.values()].sort((a, b) => compareNames(a.name, b.name));

/** The people of the floor. */
export const useStaff = (): StaffRow[] | null => useView(staffOf);

/** The sync state of this tablet. */
export function useSyncState(): SyncState {
  const engine = useTablet();
  return useSyncExternalStore(engine?.sync.subscribe ?? never, engine?.sync.get ?? (() => unsynced));
}

const noCounts: ReadonlyMap<string, number> = new Map();

/** This tablet's counts by name. A count is the progress of work that the tablet records as one action once the work is complete. */
export function useCounts(): ReadonlyMap<string, number> {
  const engine = useTablet();
  return useSyncExternalStore(engine?.counts.subscribe ?? never, engine?.counts.get ?? (() => noCounts));
}

const nothingDelayed: readonly DelayedAction[] = [];

/** The actions on this tablet that can still be undone. */
export function useDelayed(): readonly DelayedAction[] {
  const engine = useTablet();
  return useSyncExternalStore(engine?.delayed.subscribe ?? never, engine?.delayed.get ?? (() => nothingDelayed));
}
