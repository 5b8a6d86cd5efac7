import type { MutationHandler } from '../mutation-handler.ts';
import { resolveItem } from '../resolve-item.ts';

/** Handle `outcome.resolve`: a person at the tablet has decided. */
export const handleResolveOutcome: MutationHandler<'outcome.resolve'> = (ctx, a, { device }, apply) => resolveItem(ctx, a, device, apply);
