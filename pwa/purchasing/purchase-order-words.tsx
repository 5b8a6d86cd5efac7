import type { PurchaseOrderListItem } from '../../shared/purchasing/purchase-order.ts';
import type { PurchaseStage } from '../../shared/purchasing/stage.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';

const dayMs = 86_400_000;

/** How many days ago a calendar date was, in the UK; 0 or less if it is not past. */
const daysSince = (day: string): number => Math.round((Date.parse(ukDate(new Date().toISOString())) - Date.parse(day)) / dayMs);

/** How late the outstanding items are; nothing if they are not late. */
export function Late({ due_on, is_late }: { due_on: string | null; is_late: boolean }) {
  if (!is_late) return null;
  return <Badge tone="warn">{due_on ? `${countText(Math.max(1, daysSince(due_on)), 'day')} late` : 'Late'}</Badge>;
}

const tones: Partial<Record<PurchaseStage, Tone>> = { draft: 'line-only', part_delivered: 'part', complete: 'done', cancelled: 'wrong' };

type Staged = Pick<PurchaseOrderListItem, 'stage' | 'status_description'>;

/** The stage of a purchase order. */
export const Stage = ({ one: { stage, status_description } }: { one: Staged }) => <Badge tone={tones[stage] ?? 'plain'}>{status_description}</Badge>;

const looks: Partial<Record<PurchaseStage, string>> = { complete: 't-done', closed: 'note', cancelled: 'note' };

/** The stage in a table: only a draft is a badge, because only a draft has to be noticed. */
export const StageText = ({ one }: { one: Staged }) =>
  one.stage === 'draft' ? <Stage one={one} /> : <span className={looks[one.stage]}>{one.status_description}</span>;
