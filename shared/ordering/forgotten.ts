interface Ordered<Wearer> {
  employees: readonly Wearer[];
  lines: readonly { employee: { id: number } }[];
}

/** The people of an order for whom nothing is ordered, though something is ordered for others. */
export const forgottenOf = <Wearer extends { id: number; name: string }>({ employees, lines }: Ordered<Wearer>): Wearer[] =>
  lines.length === 0 ? [] : employees.filter(({ id }) => !lines.some(({ employee }) => employee.id === id));
