import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Changes where and how a dispatch goes. Fields that are not passed stay as they are. */
export const editDispatch = (edit: ArgsOf<'dispatch.edit'>): Promise<Verdict> => queueMutation('dispatch.edit', edit);
