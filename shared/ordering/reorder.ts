/** Why a line of an earlier order is not ordered again. */
export const leftOutReasons = ['wearer_gone', 'wearer_left', 'not_offered', 'decoration_gone', 'was_cancelled'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The reason as text for people. */
export const leftOutWords: Record<LeftOutReason, string> = {
  wearer_gone: 'You cannot order for this employee any more.',
  wearer_left: 'This employee has left, so nothing new is ordered for them.',
  not_offered: 'It is no longer offered to this employee.',
  decoration_gone: 'Its decoration is offered differently now. Choose it again.',
  was_cancelled: 'It was cancelled on the earlier order.',
};

interface EarlierLine {
  qty_requested: number;
  qty_cancelled: number;
  decoration: string | null;
}

/**
 * The result of reordering an earlier line: a quantity with a decoration, or the reason why the line is left out. `offer` is null if the article is
 * not available.
 */
export function orderedAgain(
  line: EarlierLine,
  now: { isWearer: boolean; hasLeft: boolean; offer: { decorations: readonly string[] } | null },
): { quantity: number; decoration: string | null } | LeftOutReason {
  if (!now.isWearer) return 'wearer_gone';
  if (now.hasLeft) return 'wearer_left';
  const quantity = line.qty_requested - line.qty_cancelled;
  if (quantity <= 0) return 'was_cancelled';
  if (!now.offer) return 'not_offered';
  const { decorations } = now.offer;
  const [only] = decorations;
  if (decorations.length === 0 || (line.decoration && decorations.includes(line.decoration))) return { quantity, decoration: line.decoration };
  return decorations.length === 1 && only ? { quantity, decoration: only } : 'decoration_gone';
}
