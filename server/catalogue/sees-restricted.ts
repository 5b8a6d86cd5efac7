import type { Actor } from '../../shared/policy.ts';

/** Whether a person sees restricted products. */
export const seesRestricted = (actor: Actor): boolean => actor.role === 'super' || actor.can_view_restricted_products;
