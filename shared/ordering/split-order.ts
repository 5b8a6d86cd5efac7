import type { Verdict } from '../verdict.ts';
import { checkEdit, type OrderRuleFacts } from './editable.ts';
import { type WearerAtSites, worksElsewhere } from './works-elsewhere.ts';

/** The wearers of an order who work at another site, and that site. */
export interface SplitPart<Wearer extends WearerAtSites = WearerAtSites> {
  site: Wearer['sites'][number];
  wearers: Wearer[];
}

/** A draft can be split. A request cannot, because its approvers were asked about the whole of it. */
export const checkSplitOrder = (order: OrderRuleFacts): Verdict => checkEdit(order, { approve: false });

/**
 * The parts of an order that belong at other sites, one for each site. A wearer with several sites goes where most of the others go, so that the order
 * has few parts. Wearers stay on the order if they work at none of the sites to which the person can deliver (`deliverable`).
 * `isEverybody`: no wearer with lines would be left on the order, so the order needs another site instead of a split.
 */
export function splitBySite<Wearer extends WearerAtSites>(
  order: { employees: readonly Wearer[]; lines: readonly { employee: { id: number } }[] },
  delivery_site_id: number | null,
  deliverable: ReadonlySet<number>,
): { parts: SplitPart<Wearer>[]; isEverybody: boolean } {
  if (delivery_site_id === null) return { parts: [], isEverybody: false };
  const parts: SplitPart<Wearer>[] = [];
  let waiting = worksElsewhere(order, delivery_site_id).filter(({ sites }) => sites.some(({ id }) => deliverable.has(id)));
  const moved = new Set(waiting.map(({ id }) => id));
  while (waiting.length > 0) {
    const sites = new Map(waiting.flatMap((wearer) => wearer.sites.map((site) => [site.id, site] as const)));
    const choices = [...sites.values()].flatMap((site) => {
      const wearers = waiting.filter((wearer) => wearer.sites.some(({ id }) => id === site.id));
      return deliverable.has(site.id) ? { site, wearers } : [];
    });
    const [part] = choices.sort((a, b) => b.wearers.length - a.wearers.length || a.site.id - b.site.id);
    if (!part) break;
    parts.push(part);
    waiting = waiting.filter((wearer) => !part.wearers.includes(wearer));
  }
  return { parts, isEverybody: parts.length > 0 && order.lines.every(({ employee }) => moved.has(employee.id)) };
}
