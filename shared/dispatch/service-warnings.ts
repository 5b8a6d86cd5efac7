import { postcodeArea } from '../postcode.ts';

/** What a carrier's service takes. */
export interface ServiceLimits {
  service_key: string;
  name: string;
  /** The most that one box may weigh, in kilograms; missing if the service has no limit. */
  max_weight?: number | undefined;
  /** The only postcode areas to which the service delivers; missing if it delivers everywhere. */
  postcode_areas?: readonly string[] | undefined;
}

/** The boxes of a dispatch and where they go. */
export interface ServiceUse {
  /** Of all boxes together, in kilograms. */
  total_weight: number;
  total_items: number;
  postcode: string | null;
}

/** A weight in kilograms without the faults of binary fractions: 4.2, not 4.200000000000001. */
const kg = (weight: number): string => `${Number(weight.toFixed(3))} kg`;

/**
 * Why a service does not suit a dispatch: its boxes are too heavy on average, or its postcode is in an area to which the service does not deliver.
 * They are warnings, because a carrier may take the dispatch nevertheless.
 */
export function serviceWarnings(service: ServiceLimits | undefined, { total_weight, total_items, postcode }: ServiceUse): string[] {
  if (!service) return [];
  const { max_weight, postcode_areas } = service;
  const name = `${service.service_key} ${service.name}`;
  const warnings: string[] = [];
  if (max_weight !== undefined && Number((total_weight - max_weight * total_items).toFixed(3)) > 0)
    warnings.push(
      total_items === 1
        ? `${name} takes ${kg(max_weight)}, not ${kg(total_weight)}`
        : `${name} takes ${kg(max_weight)} a box: ${total_items} boxes of ${kg(total_weight)} are too heavy`,
    );
  const area = postcode === null ? null : postcodeArea(postcode);
  if (postcode_areas && area !== null && !postcode_areas.includes(area))
    warnings.push(`${name} does not deliver to ${area}, only to ${postcode_areas.join(', ')}`);
  return warnings;
}
