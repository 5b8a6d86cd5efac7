/**
 * Query values as strings for the URL; missing values are left out. A list's sort order and filters come from the page's address, which
 * may contain anything. The types therefore guarantee nothing, and the server refuses unknown values.
 */
export function stringQuery<Query extends object>(query: Query): { [Name in keyof Query]: never } {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  ) as {
    [Name in keyof Query]: never;
  };
}
