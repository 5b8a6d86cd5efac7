import { People } from './people.ts';
import { tabletLedger } from './this-tablet-stores.ts';

/** The people who work here and their PINs. */
export const people = (): People => new People(tabletLedger(), { now: () => Date.now() });
