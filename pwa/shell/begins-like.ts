/**
 * Whether the first two parts of a route's path can match an address. This check saves the milliseconds that a phone takes to compare all routes at
 * every step.
 */
export function beginsLike(path: string, pathname: string): boolean {
  const parts = pathname.toLowerCase().split('/');
  return path
    .split('/')
    .slice(0, 3)
    .every((part, n) => part.startsWith(':') || part === (parts[n] ?? ''));
}
