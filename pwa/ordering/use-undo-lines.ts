import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { type Line, orders } from './client.ts';
import { afterChange } from './order-data.ts';

/** Removes lines that were just added: the undo of the toasts. */
export function useUndoLines(uuid: string): (lines: readonly Pick<Line, 'id'>[]) => void {
  const undo = useWrite({
    send: (ids: number[], options) => answer(orders[':uuid'].lines.$delete({ param: { uuid }, query: { ids: ids.join(',') } }, options)),
    success: 'Taken off the order again',
    refresh: afterChange(uuid),
  });
  return (lines) => void undo.write(lines.map(({ id }) => id));
}
