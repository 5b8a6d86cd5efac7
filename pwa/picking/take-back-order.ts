import { asApiError } from '../api/api-error.ts';
import { sendJson } from '../api/send-json.ts';
import { openTablet } from '../offline/this-tablet.ts';
import { showFailure } from '../ui/failure.ts';
import { toast } from '../ui/toast.ts';

/** How the office takes an order back from the floor. All three call the server, which has to be reachable. */
export type TakeBackAction = 'unallocate' | 'cancel' | 'delete';

const send: Record<TakeBackAction, (uuid: string) => Promise<unknown>> = {
  unallocate: (uuid) => sendJson('PUT', `/api/admin/orders/${uuid}`, { unallocate: true }),
  cancel: (uuid) => sendJson('POST', `/api/orders/${uuid}/cancel`, {}),
  delete: (uuid) => sendJson('DELETE', `/api/admin/orders/${uuid}`),
};

/** Takes an order back on the server and syncs the tablet. Resolves with true on success; otherwise shows the reason. */
export async function takeBackOrder(action: TakeBackAction, uuid: string): Promise<boolean> {
  try {
    await send[action](uuid);
  } catch (cause) {
    const error = asApiError(cause);
    if (error.status === 0) toast('Not done: the office cannot be reached.', { tone: 'wrong' });
    else if (error.status !== 401) showFailure(error);
    return false;
  }
  (await openTablet()).tryNow();
  return true;
}
