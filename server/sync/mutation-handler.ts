import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Judgement } from '../../shared/sync/outcomes.ts';
import type { Base, WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';

/** What a handler needs of a mutation besides its arguments. */
export interface MutationMeta {
  m: string;
  device: string;
  base: Base;
  /** The person who did it: the facts are theirs. */
  actor_id: number;
  /** The tablet's clock, for display only. */
  at: string;
  /** How many items a record moved from the shelf to the tablet's trolley; undefined where an older tablet does not tell. */
  taken?: number | undefined;
}

/** The outcome of a mutation, and what is stored with it. */
export interface MutationResult extends Judgement {
  /** What a person needs to see in order to choose. */
  server?: Record<string, unknown> | null;
  order_id?: number | null;
  /** The line's fact version after the mutation. */
  fact_version?: number | null;
  /** The open refusal that this one belongs to. */
  root_m?: string | null;
}

/** Thrown by a handler to undo what it began and to refuse with these facts. */
export class Refusal extends Error {
  constructor(readonly result: MutationResult) {
    super(result.code ?? result.outcome);
  }
}

/** Applies a mutation and returns its outcome. A refusal undoes what it had begun. */
export type ApplyMutation = (ctx: Ctx, n: MutationName, a: unknown, meta: MutationMeta) => Promise<MutationResult>;

/**
 * Handles one kind of mutation by calling the same command as the REST routes. An error undoes all it did; a refusal that it returns
 * keeps what it wrote, such as a shelf task. `apply` is for a handler that applies another mutation again.
 */
export type MutationHandler<N extends MutationName> = (ctx: Ctx, a: ArgsOf<N>, meta: MutationMeta, apply: ApplyMutation) => Promise<MutationResult>;

export const metaOf = ({ m, base, actor_id, at }: WireMutation, device: string): MutationMeta => ({ m, device, base, actor_id, at });
