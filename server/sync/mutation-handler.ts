import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Judgement } from '../../shared/sync/outcomes.ts';
import type { Base, WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';

/** The facts that a handler needs besides the arguments of the mutation. */
export interface MutationMeta {
  m: string;
  device: string;
  base: Base;
  /** The person who acted, and who is recorded with the facts. */
  actor_id: number;
  /** The tablet's clock, for display only. */
  at: string;
  /** How many items a record moved from the shelf to the tablet's trolley; undefined if an older tablet does not send it. */
  taken?: number | undefined;
}

/** The outcome of a mutation, with the facts that are stored beside it. */
export interface MutationResult extends Judgement {
  /** The facts that a person needs in order to choose. */
  server?: Record<string, unknown> | null;
  order_id?: number | null;
  /** The line's fact version after the mutation. */
  fact_version?: number | null;
  /** The name of the earlier open refusal from which this one follows. */
  root_m?: string | null;
}

/** Thrown by a handler to undo its own changes and to refuse the mutation with these facts. */
export class Refusal extends Error {
  constructor(readonly result: MutationResult) {
    super(result.code ?? result.outcome);
  }
}

/** Applies a mutation and returns its outcome. A refusal that the handler throws undoes the handler's changes. */
export type ApplyMutation = (ctx: Ctx, n: MutationName, a: unknown, meta: MutationMeta) => Promise<MutationResult>;

/**
 * Handles one kind of mutation by calling the same command as the REST routes. An error that the handler throws undoes everything that the handler
 * wrote; a refusal that it returns keeps what the handler wrote, such as a shelf task. `apply` is for a handler that applies another mutation again.
 */
export type MutationHandler<N extends MutationName> = (ctx: Ctx, a: ArgsOf<N>, meta: MutationMeta, apply: ApplyMutation) => Promise<MutationResult>;

export const metaOf = ({ m, base, actor_id, at }: WireMutation, device: string): MutationMeta => ({ m, device, base, actor_id, at });
