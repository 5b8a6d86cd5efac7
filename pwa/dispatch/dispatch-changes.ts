import { addressLines } from '../../shared/address-lines.ts';
import { nowIs } from '../ui/now-is.ts';
import type { Edited } from './edit-values.ts';

const words: Record<Exclude<keyof Edited, 'id' | 'dispatch_number' | 'version'>, (of: Edited) => [label: string, value: string]> = {
  service_key: (of) => ['Service', of.service_key],
  total_weight: (of) => ['Weight', `${of.total_weight} kg`],
  total_items: (of) => ['Boxes', String(of.total_items)],
  mark_as_shipped: (of) => ['Mark as shipped', of.mark_as_shipped ? 'on' : 'off'],
  delivery_address: (of) => ['Delivery address', addressLines(of.delivery_address).join(', ')],
  contact_name: (of) => ['Contact name', of.contact_name ?? ''],
  contact_email: (of) => ['Contact email', of.contact_email ?? ''],
  contact_phone: (of) => ['Contact phone', of.contact_phone ?? ''],
};

/** What has changed in a dispatch, a sentence for each field. */
export const dispatchChanges = (before: Edited, now: Edited): string[] =>
  Object.values(words)
    .filter((say) => say(now)[1] !== say(before)[1])
    .map((say) => nowIs(say(now)));
