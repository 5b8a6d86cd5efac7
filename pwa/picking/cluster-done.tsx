import { toteColour } from '../../shared/picking/tote-places.ts';
import { totesOf } from '../../shared/purchasing/tote.ts';
import type { ClusterMemberView } from '../offline/cluster-view.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { TotePlate } from './tote-plate.tsx';
import type { ClusterActions } from './use-cluster-actions.tsx';
import { pickingList } from './use-pick-actions.tsx';
import { placeAfterPick } from './where-next.ts';

/** The end of a walk: where each tote goes, and the button that completes the picks. */
export function ClusterDone({ members, actions }: { members: readonly ClusterMemberView[]; actions: ClusterActions }) {
  const toComplete = members.filter(({ state }) => state === 'walking');
  const place = useTapGuard<HTMLElement>(`done ${toComplete.length}`);
  const elsewhereOf = useOtherTrolleys();
  return (
    <section className="current cluster-done" aria-label="Where each tote goes" ref={place}>
      <h2>{toComplete.length > 0 ? 'Every stop is done' : members.every(({ state }) => state === 'complete') ? 'Done' : 'Nothing to pick now'}</h2>
      <ol className="rows">
        {members.map(({ pick_id, position, pick, lines, state }) => {
          const isShort = state === 'walking' && lines.some((line) => !line.is_fully_picked);
          const totes = totesOf(pick);
          const elsewhere = state === 'walking' ? elsewhereOf(pick.holders) : null;
          return (
            <li key={pick_id}>
              <TotePlate position={position} isFilled={totes.length > 1} />
              <div className="grow min-w-0">
                <p>
                  <strong className="code">{pick.order_number}</strong> → {placeAfterPick(pick, lines, state)},{' '}
                  {totes.length > 0 ? `tote ${totes.join(' and ')}` : `tote ${position}`}
                </p>
                <p className="sub small">
                  {position} {toteColour(position)} · {pick.qty_picked} of {countText(pick.qty_allocated, 'item')}
                </p>
                {elsewhere && <p className="pick-elsewhere small">{elsewhere}</p>}
              </div>
              {state === 'complete' ? (
                <Badge tone="done" icon="check">
                  Complete
                </Badge>
              ) : (
                isShort && (
                  <Badge tone="warn" icon="alert">
                    Short
                  </Badge>
                )
              )}
            </li>
          );
        })}
      </ol>
      {toComplete.length > 0 ? (
        <Button size="lg" look="primary" block onClick={() => void actions.complete(toComplete)}>
          Complete {countText(toComplete.length, 'pick')}
        </Button>
      ) : (
        <ButtonLink to={pickingList} size="lg" look="primary" block>
          Back to the picking list
        </ButtonLink>
      )}
    </section>
  );
}
