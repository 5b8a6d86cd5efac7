import type { LineHolder, StaffRow } from '../sync/rows.ts';

/** Who views a line (`me`), on which tablet (`device`), and the names of the floor staff. */
export interface TrolleyViewer {
  device: string;
  me: number | null;
  staff: ReadonlyMap<unknown, Pick<StaffRow, 'name'>>;
}

/** The picked items of these lines, added up by the trolley on which they lie. */
export function heldTogether(lines: readonly { holders?: readonly LineHolder[] | undefined }[]): LineHolder[] {
  const together = new Map<string, LineHolder>();
  for (const { holders = [] } of lines)
    for (const holder of holders) together.set(holder.device, { ...holder, qty: (together.get(holder.device)?.qty ?? 0) + holder.qty });
  return [...together.values()];
}

/** Names a trolley after the person who picked its items: `Aisha Begum’s trolley`. */
function trolleyOf({ device, user_id }: LineHolder, { me, staff }: TrolleyViewer): string {
  const name = user_id === null ? undefined : staff.get(user_id)?.name;
  if (device === '') return name ? `a trolley without a tablet, by ${name}` : 'a trolley without a tablet';
  if (user_id !== null && user_id === me) return 'your other trolley';
  return name ? `${name}’s trolley` : 'another trolley';
}

/** The items on trolleys other than this tablet's as text: `1 on Aisha Begum’s trolley`; null if there are none. */
export function otherTrolleys(holders: readonly LineHolder[] | undefined, viewer: TrolleyViewer): string | null {
  const others = (holders ?? []).filter(({ device }) => device !== viewer.device);
  return others.map((holder) => `${holder.qty} on ${trolleyOf(holder, viewer)}`).join(', ') || null;
}
