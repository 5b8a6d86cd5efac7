import { useForm } from '../api/use-form.ts';
import type { Who } from '../session/store.ts';
import type { Order } from './client.ts';
import { type DetailsForm, type DetailsFormApi, detailsForm, storedDetails } from './details-form.ts';

/**
 * The form with the contact and delivery details of an order. A contact detail that the order lacks is filled with the person's own. The form is
 * saved continuously, so sending it only calls `onComplete`.
 */
export function useDetailsForm(order: Order, who: Who, onComplete: (detailsInput: DetailsForm) => void): DetailsFormApi {
  const values: DetailsForm = {
    ...storedDetails(order),
    contact_name: order.contact_name ?? who.user.name,
    contact_phone: order.contact_phone ?? who.user.contact_phone ?? '',
    contact_email: order.contact_email ?? who.user.email ?? '',
    saveAddress: false,
    force_over_budget_order: order.force_over_budget_order,
    force_over_allowance: false,
    excess_reason: order.excess_reason ?? '',
    terms: false,
  };
  return useForm({ schema: detailsForm, values, mode: 'onTouched', isGuarded: false, write: async (detailsInput) => void onComplete(detailsInput) });
}
