import type { Address } from '../../shared/address.ts';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { weightOf } from '../../shared/dispatch/weight.ts';

/** A dispatch that has not left, as the list or the tablet knows it. */
export interface Edited {
  id: number;
  dispatch_number: string;
  version: number;
  service_key: string;
  total_weight: number;
  total_items: number;
  mark_as_shipped: boolean;
  delivery_address: Address;
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
}

/** The fields of the form. */
export interface Values {
  version: number;
  service_key: string;
  total_weight: string;
  total_items: string;
  mark_as_shipped: boolean;
  delivery_address: Record<keyof Address, string>;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
}

/** Converts a dispatch into the form's values. */
export const valuesOf = (dispatch: Edited): Values => {
  const to = dispatch.delivery_address;
  return {
    version: dispatch.version,
    service_key: dispatch.service_key,
    total_weight: String(dispatch.total_weight),
    total_items: String(dispatch.total_items),
    mark_as_shipped: dispatch.mark_as_shipped,
    delivery_address: {
      address_line_1: to.address_line_1,
      address_line_2: to.address_line_2 ?? '',
      address_line_3: to.address_line_3 ?? '',
      address_line_4: to.address_line_4 ?? '',
      address_line_5: to.address_line_5 ?? '',
      postcode: to.postcode,
    },
    contact_name: dispatch.contact_name ?? '',
    contact_email: dispatch.contact_email ?? '',
    contact_phone: dispatch.contact_phone ?? '',
  };
};

/** Converts the form's values into the input of a change. */
export const changesOf = (values: Omit<Values, 'version'>) => {
  const { service_key, mark_as_shipped, total_weight, total_items, contact_name, contact_email, contact_phone, delivery_address } = values;
  return {
    service_key,
    total_weight: weightOf(total_weight) ?? 0,
    total_items: Number(total_items),
    ...(service_key === COLLECTION ? { mark_as_shipped } : {}),
    contact_name: contact_name || null,
    contact_email: contact_email || null,
    contact_phone: contact_phone || null,
    delivery_address,
  };
};

/** The fields that were changed in the form, in the format of React Hook Form: an address has an entry for each line. */
export type Dirty = Partial<Record<keyof Values, boolean | object>>;

/** Returns only the changed fields. While the change waits on the tablet, somebody else may change other fields of the dispatch. */
export const dirtyChangesOf = (values: Values, dirty: Dirty): Partial<ReturnType<typeof changesOf>> =>
  Object.fromEntries(Object.entries(changesOf(values)).filter(([field]) => JSON.stringify(dirty[field as keyof Values] ?? false).includes('true')));
