import { resolveItem } from '../../attention/resolve-item.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `outcome.resolve`: a person at the tablet has decided. */
export const handleResolveOutcome: MutationHandler<'outcome.resolve'> = (ctx, a, { device }, apply) => resolveItem(ctx, a, device, apply);
