import { useNavigate } from 'react-router';
import type { PickView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { OrderRow } from '../ui/order-row.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { formatPickTime } from './format-pick-time.ts';
import { takeOverCluster } from './start-cluster.ts';
import { TotePlate } from './tote-plate.tsx';

/** The orders of one trolley that a person picks, or can take over. */
export interface ClusterOrders {
  id: string;
  /** By position. */
  picks: PickView[];
  is_mine: boolean;
}

/** Divides the list: the clusters of this person and those that were handed over, and all other orders. */
export function clustersIn(picks: readonly PickView[], me: number | undefined): { clusters: ClusterOrders[]; others: PickView[] } {
  const byCluster = new Map<string, PickView[]>();
  for (const pick of picks) {
    if (!pick.cluster || (pick.picker && pick.picker.id !== me)) continue;
    byCluster.set(pick.cluster.id, [...(byCluster.get(pick.cluster.id) ?? []), pick]);
  }
  const clusters = [...byCluster].map(([id, of]) => ({
    id,
    picks: of.sort((a, b) => (a.cluster?.position ?? 0) - (b.cluster?.position ?? 0)),
    is_mine: of.some(({ picker }) => picker?.id === me),
  }));
  const inCluster = new Set(clusters.flatMap((cluster) => cluster.picks));
  return { clusters: clusters.sort((a, b) => Number(b.is_mine) - Number(a.is_mine)), others: picks.filter((pick) => !inCluster.has(pick)) };
}

/** The orders of one trolley as one row of the list, because they are one walk. */
export function ClusterRow({ cluster: { id, picks, is_mine } }: { cluster: ClusterOrders }) {
  const navigate = useNavigate();
  const href = `/admin/picking/clusters/${id}`;
  const sum = (of: (pick: PickView) => number): number => picks.reduce((total, pick) => total + of(pick), 0);
  const handedOver = picks.find(({ picker, handed_over }) => !picker && handed_over)?.handed_over;
  const isPaused = picks.some(({ state }) => state === 'paused');
  const begin = async (): Promise<void> => {
    const released = picks.filter(({ picker, is_frozen }) => !picker && !is_frozen);
    const members = released.map((pick) => ({ pick_id: pick.id, position: pick.cluster?.position ?? 0 }));
    if (!is_mine && showRefusal(await takeOverCluster(id, members))) return;
    await navigate(href);
  };
  return (
    <OrderRow
      href={href}
      order_number={countText(picks.length, 'order')}
      account="On one trolley, in one walk"
      about={
        <span className="line flex-wrap plates">
          {picks.map((pick) => (
            <TotePlate key={pick.id} position={pick.cluster?.position ?? 0} size="s" named />
          ))}
        </span>
      }
      badges={
        <>
          {is_mine &&
            (isPaused ? (
              <Badge tone="line-only" icon="pause">
                Paused by you
              </Badge>
            ) : (
              <Badge tone="accent">You are picking</Badge>
            ))}
          {!is_mine && handedOver && (
            <Badge tone="line-only" icon="swap">
              Handed over by {handedOver.name}, {formatPickTime(handedOver.at)}
            </Badge>
          )}
        </>
      }
      garments={[...new Map(picks.flatMap(({ products }) => products).map((product) => [product.id, product])).values()]}
      count={sum(({ qty_picked }) => qty_picked)}
      of={sum(({ qty_allocated }) => qty_allocated)}
      unit="items"
      isMine={is_mine}
      action={
        <Button
          look={is_mine ? 'primary' : 'plain'}
          onClick={() => void begin()}
          aria-label={is_mine ? 'Resume the trolley' : `Take over ${countText(picks.length, 'order')} on one trolley`}
        >
          {is_mine ? 'Resume' : 'Take over'}
        </Button>
      }
    />
  );
}
