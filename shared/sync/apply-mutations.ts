import type { Floor } from './floor.ts';
import { type ArgsOf, type MutationName, mutations } from './mutations.ts';
import { Overlay } from './overlay.ts';

/** The fields of a waiting mutation that its effect depends on. */
export type WaitingMutation = {
  [N in MutationName]: { m: string; n: N; a: ArgsOf<N>; actor: { id: number; name: string }; at: string };
}[MutationName];

/**
 * Applies the waiting mutations of a tablet on top of a floor, in the order in which they were made. Returns a new floor; the given floor and its
 * rows stay unchanged.
 */
export function applyMutations(floor: Floor, waiting: readonly WaitingMutation[], device = ''): Floor {
  if (waiting.length === 0) return floor;
  const overlay = new Overlay(floor, device);
  for (const mutation of waiting) {
    overlay.begin(mutation.m);
    apply(overlay, mutation);
  }
  return overlay.toFloor();
}

const apply = <N extends MutationName>(overlay: Overlay, { n, a, actor, at }: { n: N } & WaitingMutation): void =>
  mutations[n].apply(overlay, a as ArgsOf<N>, { actor, at });
