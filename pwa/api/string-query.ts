/**
 * Query values as strings for the address; missing values are left out. A list's order and filters come from the address, which
 * may hold anything, so their types guarantee nothing: the server refuses values that it does not know.
 */
export function stringQuery<Query extends object>(query: Query): { [Name in keyof Query]: never } {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  ) as {
    [Name in keyof Query]: never;
  };
}
