import { applied } from '../../../shared/sync/outcomes.ts';
import { editDispatch } from '../../dispatch/edit-dispatch.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `dispatch.edit`. */
export const handleEditDispatch: MutationHandler<'dispatch.edit'> = async (ctx, { dispatch_id, ...fields }) => {
  await editDispatch(ctx, dispatch_id, fields);
  return applied;
};
