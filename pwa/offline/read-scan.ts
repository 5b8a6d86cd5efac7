import { type Meaning, meaningOf } from '../../shared/scan/meaning.ts';
import { noRows, type Rows } from '../../shared/sync/overlay.ts';
import { tablet } from './this-tablet.ts';

const none = noRows();

/** The floor at this moment, with what waits laid over it: newer than what is drawn. */
export const floorNow = (): Rows => tablet.get()?.screens.get().floor.rows ?? none;

/** What a scanned code means, as this tablet knows the floor now. */
export const readScan = (text: string): Meaning => meaningOf(text, floorNow());
