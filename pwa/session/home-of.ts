import type { Role } from '../../shared/roles.ts';

/** The address of the screen on which a person starts after signing in. */
export function homeOf(role: Role): string {
  if (role === 'super') return '/admin/day';
  if (role === 'warehouse') return '/admin/picking/orders';
  return role === 'embroiderer' ? '/embroidery/products' : '/';
}
