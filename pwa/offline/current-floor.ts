import { resolveScan, type ScanTarget } from '../../shared/scan/resolve-scan.ts';
import { type Floor, noRows, type SyncRows } from '../../shared/sync/floor.ts';
import { tablet } from './this-tablet.ts';
import { type PickScreen, type PrepScreen, pickScreen, prepScreen } from './views.ts';

const none: Floor = { rows: noRows(), waiting: new Map() };
const floor = (): Floor => tablet.get()?.screens.get().floor ?? none;

/** The floor now, with the waiting mutations applied: newer than what is rendered. */
export const currentRows = (): SyncRows => floor().rows;

/** An order to pick as it is now; null where it is not on the floor. */
export const currentPick = (uuid: string): PickScreen | null => pickScreen(floor(), uuid);

/** An order in prep as it is now; null where it is not on the floor. */
export const currentPrep = (uuid: string): PrepScreen | null => prepScreen(floor(), uuid);

/** The scan target of a code, as this tablet knows the floor now. */
export const resolveScanHere = (text: string): ScanTarget => resolveScan(text, currentRows());
