import type { FaultName } from './faults.ts';
import type { InvariantName } from './invariants.ts';
import type { Story } from './story.ts';
import type { Tablet } from './tablet.ts';

/** A deliberate bug, put in from outside, and the invariant that has to catch it. */
export interface Saboteur {
  says: string;
  caught_by: InvariantName;
  /** Faults that bring it to light sooner. */
  faults?: Partial<Record<FaultName, number>>;
  /** Puts the bug in for one story; answers how to take it out again. */
  install(story: Story): () => void;
  /** Puts it into one tablet. */
  equip?(tablet: Tablet, story: Story): void;
}
export const saboteurs = {} as const satisfies Record<string, Saboteur>;
