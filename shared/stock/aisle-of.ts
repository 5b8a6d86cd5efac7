/** The aisle of a bin, in capital letters: `H` of `H-08-3`. Null without a bin. */
export function aisleOf(bin: string | null | undefined): string | null {
  const aisle = bin?.trim().split(/[-\s./]/)[0];
  return aisle ? aisle.toUpperCase() : null;
}
