import provider from '../../data/reference/provider.json' with { type: 'json' };
import type { Address } from '../../shared/address.ts';

/** Where a supplier delivers a purchase order: to the order’s own delivery address, else to the provider’s. */
export const deliverTo = (delivery_address: Address | null): Address & { name: string } => {
  const { contact_phone: _, ...ours } = provider;
  return delivery_address ? { ...delivery_address, name: ours.name } : ours;
};
