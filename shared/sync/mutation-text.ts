import { type ArgsOf, isMutationName, type MutationName, mutations } from './mutations.ts';

/** A text that says what a person did, with the number of the order that the action was about. */
export interface MutationText {
  text: string;
  order_number: string | null;
  /** The text continues with the order's number: `Started the pick of 00133`. */
  is_of_order?: true;
}

/** The facts of a line at the time of the mutation. A fact that may have changed since is null, and the text leaves it out. */
export interface NamedLine {
  product_id: number;
  /** `Zip Hoodie, Grey, L`. */
  garment: string;
  decoration: string | null;
  qty_allocated: number | null;
  qty_picked: number | null;
}

/**
 * The names of the records to which a mutation refers by id. A name is null if this tablet does not know the id, or if the name may have changed
 * since.
 */
export interface Names {
  orderOfPick: (pick_id: number) => string | null;
  orderByUuid: (uuid: string) => string | null;
  line: (pick_line_id: number) => NamedLine | null;
  product: (product_id: number) => string | null;
  wearer: (employee_id: number) => string | null;
  dispatch: (dispatch_id: number) => string | null;
  reason: (code: string) => string | null;
  shelfTask: (id: number) => { qty: number; garment: string; order_number: string } | null;
}

/** The text of a mutation, with the names of the records that it is about. */
export const describeMutation = <N extends MutationName>(names: Names, n: N, a: ArgsOf<N>): MutationText => mutations[n].describe(names, a);

/** The text for a mutation if only the mutation's name is still known. */
export const titleOfMutation = (n: string): string => (isMutationName(n) ? mutations[n].title : 'A change that this version does not know');
