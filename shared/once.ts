/**
 * Calls `make` at the first use and caches its result, because loading the rules of a language takes a tenth of the time that a tablet needs to
 * start.
 */
export function once<T>(make: () => T): () => T {
  let result: { it: T } | null = null;
  return () => {
    result ??= { it: make() };
    return result.it;
  };
}
