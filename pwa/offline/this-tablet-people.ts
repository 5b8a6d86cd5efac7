import { People } from './people.ts';
import { tabletLedger } from './this-tablet-stores.ts';

/** Who works here and their PINs. */
export const people = (): People => new People(tabletLedger(), { now: () => Date.now() });
