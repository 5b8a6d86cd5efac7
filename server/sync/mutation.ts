import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Judgement } from '../../shared/sync/outcomes.ts';
import type { Base, WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../http/context.ts';

/** A mutation as far as acting on it is concerned. */
export interface Sent {
  m: string;
  device: string;
  base: Base;
  /** Who did it: the facts are theirs. */
  actor_id: number;
  /** The tablet's clock, for display only. */
  at: string;
}

/** What became of a mutation, and what is kept with that. */
export interface Done extends Judgement {
  /** What a person needs to see in order to choose. */
  server?: Record<string, unknown> | null;
  order_id?: number | null;
  /** The line's version that it left behind. */
  fact_version?: number | null;
  /** The open refusal under which this one hangs. */
  root_m?: string | null;
}

/** Thrown to undo what was begun and refuse with these facts. */
export class Refusal extends Error {
  constructor(readonly done: Done) {
    super(done.code ?? done.outcome);
  }
}

/** Acts on a mutation and says what became of it; whatever refuses it undoes what it had begun. */
export type CarryOut = (ctx: Ctx, n: MutationName, a: unknown, sent: Sent) => Promise<Done>;

/** Acts on one mutation. What it throws undoes all it did; a refusal that it returns keeps what it wrote, such as a shelf task. */
export type Act<N extends MutationName> = (ctx: Ctx, a: ArgsOf<N>, sent: Sent, again: CarryOut) => Promise<Done>;

export const sentOf = ({ m, base, actor_id, at }: WireMutation, device: string): Sent => ({ m, device, base, actor_id, at });
