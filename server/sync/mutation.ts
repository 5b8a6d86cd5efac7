import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Judgement } from '../../shared/sync/outcomes.ts';
import type { Base, WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';

/** The part of a mutation that acting on it needs. */
export interface Sent {
  m: string;
  device: string;
  base: Base;
  /** The person who did it: the facts are theirs. */
  actor_id: number;
  /** The tablet's clock, for display only. */
  at: string;
}

/** The outcome of a mutation, and what is stored with it. */
export interface Done extends Judgement {
  /** What a person needs to see in order to choose. */
  server?: Record<string, unknown> | null;
  order_id?: number | null;
  /** The line's fact version after the mutation. */
  fact_version?: number | null;
  /** The open refusal that this one belongs to. */
  root_m?: string | null;
}

/** Thrown to undo what was begun and refuse with these facts. */
export class Refusal extends Error {
  constructor(readonly done: Done) {
    super(done.code ?? done.outcome);
  }
}

/** Carries out a mutation and returns the outcome. A refusal undoes what it had begun. */
export type CarryOut = (ctx: Ctx, n: MutationName, a: unknown, sent: Sent) => Promise<Done>;

/** Acts on one mutation. An error undoes all it did; a refusal that it returns keeps what it wrote, such as a shelf task. */
export type Act<N extends MutationName> = (ctx: Ctx, a: ArgsOf<N>, sent: Sent, again: CarryOut) => Promise<Done>;

export const sentOf = ({ m, base, actor_id, at }: WireMutation, device: string): Sent => ({ m, device, base, actor_id, at });
