import { toast } from '../ui/toast.ts';
import type { ApiError } from './api-error.ts';

/** Says who has left, if that is why an order was not started; for `onRefused`. */
export function showWearerLeft({ code, message }: ApiError): boolean {
  if (code !== 'wearer_left') return false;
  toast(message, { tone: 'wrong' });
  return true;
}
