import { nextTurn, type Stop } from '../../shared/picking/cluster-stops.ts';
import { toteColour } from '../../shared/picking/tote-places.ts';
import type { ClusterMemberView } from '../offline/cluster-view.ts';
import type { LineView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { isInWords, qtyOfTurn, type ShortPlan } from './cluster-walk-state.ts';
import { GarmentMarks } from './garment-marks.tsx';
import { TotePlate } from './tote-plate.tsx';

interface ClusterStopProps {
  stop: Stop<LineView>;
  members: readonly ClusterMemberView[];
  plan: ShortPlan | null;
  /** The item is in hand, so that the totes are in turn. */
  isOpen: boolean;
  isActive: boolean;
  position: number;
  of: number;
  canSkip: boolean;
  onOpen: () => void;
  onPut: () => void;
  onShort: () => void;
  onSkip: () => void;
}

/** The stop of a cluster: the bin and the garment, and whose turn it is. */
export function ClusterStop({ stop, members, plan, isOpen, isActive, position, of, canSkip, onOpen, onPut, onShort, onSkip }: ClusterStopProps) {
  const line = stop.turns[0]?.lines[0];
  const turn = nextTurn(stop);
  if (!line) return null;
  const toTake = stop.turns.reduce((sum, one) => sum + (one.is_done ? 0 : qtyOfTurn(one, stop.product_id, plan)), 0);
  const waiting = stop.turns.filter(({ is_done }) => !is_done).length;
  return (
    <section className="current" aria-label={`Stop ${position} of ${of}`}>
      <Garment line={line} toTake={toTake} totes={waiting} />
      {isOpen ? <Turns stop={stop} members={members} plan={plan} /> : <Wanting stop={stop} plan={plan} />}
      <div className="acts cluster-acts">
        <Button size="lg" disabled={!isActive || !turn} onClick={onShort}>
          Short
        </Button>
        <Button size="lg" disabled={!isActive || !canSkip || !turn} onClick={onSkip}>
          Skip
        </Button>
        <Button size="lg" look="primary" disabled={!isActive || !turn} onClick={isOpen ? onPut : onOpen}>
          {isOpen && turn ? isInWords(qtyOfTurn(turn, stop.product_id, plan), turn.position) : `${toTake} in hand`}
        </Button>
      </div>
    </section>
  );
}

function Garment({ line, toTake, totes }: { line: LineView; toTake: number; totes: number }) {
  return (
    <div className="cluster-what">
      <GarmentMarks product={line.product} product_name={line.product_name} size={line.size} />
      <p className="mark cluster-take">
        <small>Take for {totes}</small>
        <span className="sized">{toTake}</span>
      </p>
    </div>
  );
}

/** From more totes than this on, the totes stand in two rows. */
const MANY = 5;

/** Before the scan: the totes that want the item, none of them in turn. */
function Wanting({ stop, plan }: { stop: Stop<LineView>; plan: ShortPlan | null }) {
  const isMany = stop.turns.length > MANY;
  return (
    <ol
      className={classNames('turns wanting', isMany && 'many')}
      aria-label={`${countText(stop.turns.length, 'tote')} ${stop.turns.length === 1 ? 'wants' : 'want'} it`}
    >
      {stop.turns.map((turn) => (
        <li key={turn.pick_id}>
          <TotePlate position={turn.position} />
          <span className="strong">{isMany ? toteColour(turn.position) : `${turn.position} ${toteColour(turn.position)}`}</span>
          {turn.is_done ? <InBadge turn={turn} isShortened={isMany} /> : <span className="sub">{qtyOfTurn(turn, stop.product_id, plan)}</span>}
        </li>
      ))}
    </ol>
  );
}

/** How much of a turn is in its tote: `1 of 1 in`, or `1/1` where many totes stand side by side. */
const InBadge = ({ turn, isShortened }: { turn: Stop['turns'][number]; isShortened?: boolean }) => (
  <Badge tone={turn.qty_in >= turn.qty ? 'done' : 'warn'} icon={turn.qty_in >= turn.qty ? 'check' : 'alert'}>
    {isShortened ? `${turn.qty_in}/${turn.qty}` : `${turn.qty_in} of ${turn.qty} in`}
  </Badge>
);

/** The turn, large, between the tote before and the tote after it. */
function Turns({ stop, members, plan }: Pick<ClusterStopProps, 'stop' | 'members' | 'plan'>) {
  const turn = nextTurn(stop);
  if (!turn) return null;
  const before = stop.turns.filter(({ is_done }) => is_done).at(-1);
  const [after, ...rest] = stop.turns.filter((one) => !one.is_done && one !== turn);
  const pick = members.find(({ pick_id }) => pick_id === turn.pick_id)?.pick;
  const qty = qtyOfTurn(turn, stop.product_id, plan);
  return (
    <ol className="turns" aria-label={`${countText(stop.turns.length, 'tote')} ${stop.turns.length === 1 ? 'wants' : 'want'} it`}>
      {before && (
        <li>
          <TotePlate position={before.position} />
          <p className="font-medium">
            {before.position} {toteColour(before.position)}
          </p>
          <InBadge turn={before} />
        </li>
      )}
      <li aria-current="step">
        <TotePlate position={turn.position} size="xl" isFilled={Boolean(pick?.full_totes?.length)} />
        <div className="min-w-0">
          <p className="turn-name">
            Put {qty} into {toteColour(turn.position)}
          </p>
          <p className="sub turn-order">
            <span>
              Order <span className="code">{pick?.order_number}</span>
              {pick?.site_name && ','}
            </span>
            <span className="cut" title={pick?.site_name ?? undefined}>
              {pick?.site_name}
            </span>
          </p>
          <p className="sub">{pick?.tote ? `Tote ${pick.tote}` : 'Scan a tote to name it'}</p>
          <p className="turn-count">
            <strong>{turn.qty_in}</strong>
            <span className="note"> / {turn.qty} in</span>
          </p>
        </div>
      </li>
      {after && (
        <li>
          <TotePlate position={after.position} />
          <p className="font-medium">
            {after.position} {toteColour(after.position)}
          </p>
          <span className="sub">
            then {qtyOfTurn(after, stop.product_id, plan)}
            {rest.length > 0 && ` · ${rest.length} more`}
          </span>
        </li>
      )}
    </ol>
  );
}
