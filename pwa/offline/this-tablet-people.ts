import { People } from './people.ts';
import { tabletLedger } from './this-tablet-stores.ts';

/** The people who work on this tablet, with their PINs. */
export const people = (): People => new People(tabletLedger(), { now: () => Date.now() });
