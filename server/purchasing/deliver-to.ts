import provider from '../../data/reference/provider.json' with { type: 'json' };
import type { Address } from '../../shared/address.ts';

/** Where the goods of a purchase order go: to its own address, and without one to ours. */
export const deliverTo = (delivery_address: Address | null): Address & { name: string } => {
  const { contact_phone: _, ...ours } = provider;
  return delivery_address ? { ...delivery_address, name: ours.name } : ours;
};
