import type { Sized } from '../../shared/catalogue/size-of.ts';

/** A size that may be chosen. */
export interface SizeOption {
  id: number;
  /** The size's label: "34R". */
  name: string;
  /** The parts of the size; sizes with two parts are chosen in two rows. */
  attributes?: Sized | undefined;
  /** A short text under the size, for example a different price. */
  note?: string | null;
  /** What the size measures: `102`. */
  measure?: string | undefined;
  /** When the size can leave: `In stock`. */
  stock?: string | null;
}
