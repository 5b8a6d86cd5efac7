import { useMemo } from 'react';
import { otherTrolleys } from '../../shared/picking/other-trolleys.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { LineHolder } from '../../shared/sync/rows.ts';
import { useSession } from '../session/use-session.ts';
import { useTablet, useView } from './use-floor.ts';

const staffOf = ({ rows }: Floor): Floor['rows']['staff'] => rows.staff;
const noStaff: Floor['rows']['staff'] = new Map();

/** Returns a function that says which of a line's items other tablets' trolleys hold. The function returns null if they hold none. */
export function useOtherTrolleys(): (holders: readonly LineHolder[] | undefined) => string | null {
  const device = useTablet()?.device ?? '';
  const staff = useView(staffOf) ?? noStaff;
  const me = useSession().who.user.id;
  return useMemo(() => (holders) => otherTrolleys(holders, { device, me, staff }), [device, me, staff]);
}
