import { resolveScan, type ScanTarget } from '../../shared/scan/resolve-scan.ts';
import { type Floor, noRows, type SyncRows } from '../../shared/sync/floor.ts';
import { tablet } from './this-tablet.ts';
import { type PickScreen, type PrepScreen, pickScreen, prepScreen } from './views.ts';

const none: Floor = { rows: noRows(), waiting: new Map() };
/** The current floor: the server's rows with the waiting mutations applied. It may be newer than the floor on the screen. */
export const currentFloor = (): Floor => tablet.get()?.screens.get().floor ?? none;

/** The current rows of the floor, with the waiting mutations applied. They may be newer than the rows on the screen. */
export const currentRows = (): SyncRows => currentFloor().rows;

/** The current state of an order to pick; null if it is not on the floor. */
export const currentPick = (uuid: string): PickScreen | null => pickScreen(currentFloor(), uuid);

/** The current state of an order in prep; null if it is not on the floor. */
export const currentPrep = (uuid: string): PrepScreen | null => prepScreen(currentFloor(), uuid);

/** The scan target of a code, by this tablet's current rows. */
export const resolveScanHere = (text: string): ScanTarget => resolveScan(text, currentRows());
