import { z } from 'zod';
import { address, hasPostcode } from '../../shared/address.ts';
import { codeText } from '../../shared/code-text.ts';
import { emailOrEmpty } from '../../shared/fields.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type Details, details } from '../../shared/ordering/order-input.ts';
import { eachReference, orderReferences } from '../../shared/ordering/order-references.ts';
import { addressInputs } from '../api/address-inputs.ts';
import type { FormApi } from '../api/use-form.ts';
import type { Order } from './client.ts';
import type { ExcessValues } from './excess-fields.tsx';

const addressLine = z.string().trim().max(120, 'At most 120 characters');

/** The address of the form, in which empty lines are empty strings. */
const typedAddress = z
  .object({
    address_line_1: addressLine.min(1, messages.address_line_needed),
    address_line_2: addressLine,
    address_line_3: addressLine,
    address_line_4: addressLine,
    address_line_5: addressLine,
    postcode: address.shape.postcode,
  })
  .refine(...hasPostcode);

const atMost = (most: number) => z.string().trim().max(most, `At most ${most} characters`);

/** The form's values. All are text except the site and the tick boxes. */
export const detailsForm = z.object({
  delivery_site_id: z.number({ error: messages.site_needed }).int().positive(messages.site_needed),
  delivery_address: typedAddress,
  contact_name: atMost(limits.name),
  contact_phone: codeText(limits.delivery_contact_phone, messages.at_most(limits.delivery_contact_phone)),
  contact_email: emailOrEmpty(limits.email),
  ...eachReference((name) => atMost(orderReferences[name].max)),
  customer_notes: atMost(limits.notes),
  saveAddress: z.boolean(),
  force_over_budget_order: z.boolean(),
  force_over_allowance: z.boolean(),
  excess_reason: atMost(limits.excess_reason),
  terms: z.boolean(),
});
export type DetailsForm = z.infer<typeof detailsForm>;
export type DetailsFormApi = FormApi<DetailsForm, DetailsForm>;

/** The form's values that belong to the order, which everybody who has the order open shares. */
export type StoredDetails = Omit<DetailsForm, 'saveAddress' | 'terms' | keyof ExcessValues>;

/** Converts an order's details into the form's values. */
export const storedDetails = (order: Order): StoredDetails => ({
  delivery_site_id: order.delivery_site?.id ?? 0,
  delivery_address: addressInputs(order.delivery_address),
  contact_name: order.contact_name ?? '',
  contact_phone: order.contact_phone ?? '',
  contact_email: order.contact_email ?? '',
  ...eachReference((name) => order[name] ?? ''),
  customer_notes: order.customer_notes ?? '',
});

/** The part of the form that can be saved now: incomplete values are left out. */
export function keepable(values: StoredDetails): Details {
  const keptValues: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name in details.shape && name !== 'delivery_site_id' && name !== 'delivery_address' && details.partial().safeParse({ [name]: value }).success)
      keptValues[name] = value;
  }
  if (values.delivery_site_id > 0) keptValues.delivery_site_id = values.delivery_site_id;
  const whole = address.safeParse(values.delivery_address);
  if (whole.success) keptValues.delivery_address = whole.data;
  return keptValues as Details;
}
