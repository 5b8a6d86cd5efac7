import { applied, noop } from '../../../shared/sync/outcomes.ts';
import { putAway } from '../../purchasing/put-away.ts';
import type { MutationHandler } from '../mutation-handler.ts';

export const handlePutAway: MutationHandler<'bin.put_away'> = async (ctx, a, { m, device }) =>
  (await putAway(ctx, a, { m, device })) ? applied : noop;
