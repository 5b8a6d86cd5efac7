interface Ordered<Wearer> {
  employees: readonly Wearer[];
  lines: readonly { employee: { id: number } }[];
}

/** The people of an order who have no line; nobody if the order has no lines at all. */
export const forgottenOf = <Wearer extends { id: number; name: string }>({ employees, lines }: Ordered<Wearer>): Wearer[] =>
  lines.length === 0 ? [] : employees.filter(({ id }) => !lines.some(({ employee }) => employee.id === id));
