/** A wearer of an order, with the sites where they work. */
export interface WearerAtSites {
  id: number;
  name: string;
  sites: readonly { id: number; name: string }[];
}

/** The wearers of an order's lines who have sites, but not the site to which the order goes. */
export const worksElsewhere = <Wearer extends WearerAtSites>(
  order: { employees: readonly Wearer[]; lines: readonly { employee: { id: number } }[] },
  delivery_site_id: number | null,
): Wearer[] =>
  order.employees.filter(
    ({ id, sites }) =>
      sites.length > 0 && !sites.some((site) => site.id === delivery_site_id) && order.lines.some(({ employee }) => employee.id === id),
  );
