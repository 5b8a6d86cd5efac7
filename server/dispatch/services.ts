import { z } from 'zod';
import reference from '../../data/reference/shipping-services.json' with { type: 'json' };
import { policy } from '../../shared/policy.ts';
import { serviceName } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';

const shippingService = z.object({
  service_key: z.string(),
  name: z.string(),
  label: z.string(),
  max_weight_kg: z.number().nullable(),
  postcode_areas: z
    .array(z.string())
    .optional()
    .describe('The only postcode areas to which the service delivers; left out if it delivers everywhere'),
});

export const shippingChoices = z.object({
  groups: z.array(z.object({ carrier: z.string(), name: z.string(), services: z.array(shippingService) })),
  default_weight: z.number().describe('Kilograms'),
  default_items: z.int().describe('Boxes'),
});
export type ShippingChoices = z.infer<typeof shippingChoices>;

/** The services by which a dispatch can go, and the default weight and number of boxes. */
export function shippingServices({ actor, services: { settings } }: Ctx): ShippingChoices {
  authorize(policy.dispatch(actor));
  return {
    groups: reference.groups.map(({ carrier, name, services }) => ({
      carrier,
      name,
      services: services.map((service) => ({ ...service, label: serviceName(service.service_key) })),
    })),
    default_weight: settings.DEFAULT_BOX_WEIGHT_KG,
    default_items: settings.DEFAULT_BOX_COUNT,
  };
}
