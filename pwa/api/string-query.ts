/**
 * Query values as the address carries them; what is missing is left out. A list's order and filters come from the address, where anything may stand,
 * so their types promise nothing: the server refuses what it does not know.
 */
export function stringQuery<Query extends object>(query: Query): { [Name in keyof Query]: never } {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  ) as {
    [Name in keyof Query]: never;
  };
}
