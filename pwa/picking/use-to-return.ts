import { useCallback } from 'react';
import type { Floor } from '../../shared/sync/floor.ts';
import { qtyToReturn } from '../offline/qty-to-return.ts';
import { useTablet, useView } from '../offline/use-floor.ts';
import type { LineView } from '../offline/views.ts';

/** Returns a function that says how many uncounted items of some lines are on this tablet's trolley. These items go back to the shelf. */
export function useToReturn(): (lines: readonly Pick<LineView, 'id'>[]) => number {
  const device = useTablet()?.device ?? '';
  const view = useCallback((floor: Floor) => qtyToReturn(floor, device), [device]);
  const quantities = useView(view);
  return (lines) => lines.reduce((sum, { id }) => sum + (quantities?.get(id) ?? 0), 0);
}
