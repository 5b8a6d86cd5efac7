import type { FloorActor } from '../picking/pick-facts.ts';
import type { Verdict } from '../verdict.ts';
import type { SyncRows } from './floor.ts';
import type { MutationText, Names } from './mutation-text.ts';
import type { Overlay } from './overlay.ts';
import type { PickLineRow } from './rows.ts';

/** Who made a mutation, and the tablet's time. */
export interface MutationAuthor {
  actor: { id: number; name: string };
  at: string;
}

/**
 * Everything that both sides know of one kind of mutation, except the schema of its arguments. The schema is a separate constant, because a tablet
 * does not load zod.
 */
export interface Mutation<Args> {
  /** A change of the arguments that older tablets could not have sent raises it, and the server keeps an upcaster for the old version. */
  version: number;
  /** The server's own rules, applied on the tablet to its rows with the waiting mutations on top. */
  check: (rows: SyncRows, args: Args, actor: FloorActor) => Verdict;
  /** The effect that screens show until the server has answered. A record that does not exist is ignored. */
  apply: (overlay: Overlay, args: Args, author: MutationAuthor) => void;
  /** The lines whose versions are sent as the base of the mutation; left out where it has no base. */
  baseLines?: (rows: SyncRows, args: Args) => readonly PickLineRow[];
  /** What the person did, with the names of the things that it is about. */
  describe: (names: Names, args: Args) => MutationText;
  /** The text where only the mutation's name is still known. */
  title: string;
}
