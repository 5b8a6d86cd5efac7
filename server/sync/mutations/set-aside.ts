import { applied, noop } from '../../../shared/sync/outcomes.ts';
import { setAside } from '../../purchasing/set-aside.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `receipt.set_aside`: the office decides what becomes of the items. */
export const handleSetAside: MutationHandler<'receipt.set_aside'> = async (ctx, a, { device }) => ((await setAside(ctx, a, device)) ? applied : noop);
