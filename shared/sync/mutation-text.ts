import { type ArgsOf, isMutationName, type MutationName, mutations } from './mutations.ts';

/** What a person did as a text, and the order that it was about. */
export interface MutationText {
  text: string;
  order_number: string | null;
  /** The text continues with the order's number: `Started the pick of 00133`. */
  is_of_order?: true;
}

/** The facts of a line when the mutation was made: null is a fact that may have changed since, so the text leaves it out. */
export interface NamedLine {
  product_id: number;
  /** `Zip Hoodie, Grey, L`. */
  garment: string;
  decoration: string | null;
  qty_allocated: number | null;
  qty_picked: number | null;
}

/** The names of the things that a mutation refers to by id, as far as they cannot have changed since; null for an id that is not known here. */
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

/** The text of a mutation, with the names of the things that it is about. */
export const describeMutation = <N extends MutationName>(names: Names, n: N, a: ArgsOf<N>): MutationText => mutations[n].describe(names, a);

/** The text of a mutation of which only its name is still known. */
export const titleOfMutation = (n: string): string => (isMutationName(n) ? mutations[n].title : 'A change that this version does not know');
