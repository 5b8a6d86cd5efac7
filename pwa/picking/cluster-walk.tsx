import { useEffect, useRef, useState } from 'react';
import { nextTurn } from '../../shared/picking/cluster-stops.ts';
import { toteName } from '../../shared/picking/tote-places.ts';
import { walkCluster } from '../../shared/picking/walk-cluster.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import { type ClusterScreen, clusterScreen } from '../offline/cluster-view.ts';
import { currentFloor } from '../offline/current-floor.ts';
import { useView } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { signal } from '../scan/signal.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { Page } from '../ui/page.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useStore } from '../ui/store.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { ClusterDone } from './cluster-done.tsx';
import { ClusterNext } from './cluster-next.tsx';
import { ClusterShortSheet } from './cluster-short-sheet.tsx';
import { ClusterStop } from './cluster-stop.tsx';
import { ClusterToteSheet } from './cluster-tote-sheet.tsx';
import { ClusterTrolley, type GoneTote } from './cluster-trolley.tsx';
import { useWalkState } from './cluster-walk-state.ts';
import { putIntoTote } from './put-into-tote.ts';
import { recordPicks } from './record-pick.ts';
import { skipLine, useSkippedLinesOf } from './skipped-lines.ts';
import { useClusterActions } from './use-cluster-actions.tsx';
import { afterPut, useClusterScan } from './use-cluster-scan.ts';
import { pickingList } from './use-pick-actions.tsx';
import { WrongScan } from './wrong-scan.tsx';

/** One walk for several orders: each stop is scanned once, then each tote gets its items in turn. */
export function ClusterWalk({ id, members, stops, reasons }: ClusterScreen & { id: string }) {
  const { who } = useSession();
  const me = who.user.id;
  const state = useWalkState();
  const { chosen, open, plan, note } = useStore(state);
  const skipped = useSkippedLinesOf(members.map(({ pick_id }) => pick_id));
  const [sheet, setSheet] = useState<'short' | number | null>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const actions = useClusterActions(id, members);
  const gone = useGoneTotes(members);
  useClusterScan(id, me, state);

  const { current, position, next } = walkCluster(stops, { chosen, skipped });
  const isOpen = current !== null && current.product_id === open;
  const turn = current && nextTurn(current);
  const isActive = members.some((member) => member.state === 'walking');
  const counted = members.filter((member) => member.state !== 'held' && member.state !== 'elsewhere');
  const qty = counted.reduce((sum, { pick }) => sum + pick.qty_allocated, 0);
  const qtyPicked = counted.reduce((sum, { pick }) => sum + pick.qty_picked, 0);
  const change = (to: Partial<ReturnType<typeof state.get>>): void => state.set({ ...state.get(), note: null, ...to });
  const stage = useTapGuard<HTMLDivElement>(`${current?.product_id} ${turn?.pick_id} ${isOpen} ${sheet}`);
  const first = current?.turns[0]?.lines[0];

  /** Begins the turns of the stop without a scan. */
  const takeByHand = (): void => {
    if (!current || !turn) return;
    change({ chosen: current.product_id, open: current.product_id });
    signal(`tote_${turn.position}`);
  };
  const put = async (): Promise<void> => {
    // The rows may be newer than those on the screen.
    const stop = clusterScreen(currentFloor(), id, me)?.stops.find(({ product_id }) => product_id === current?.product_id);
    const now = stop && nextTurn(stop);
    if (!stop || !now || showRefusal(await putIntoTote(now, stop.product_id, plan))) return;
    signal(afterPut(state, id, me, stop.product_id));
  };
  const skip = (): void => {
    if (!current) return;
    for (const { lines } of current.turns) for (const line of lines) if (!line.is_done) skipLine(line.pick_id, line.id);
    change({ chosen: null, open: null });
  };
  const selected = typeof sheet === 'number' ? members.find(({ pick_id }) => pick_id === sheet) : undefined;
  const close = (): void => setSheet(null);

  return (
    <Page
      name="Orders on one trolley"
      title={
        <>
          {countText(members.length, 'order')} <span className="font-normal">on one trolley</span>
        </>
      }
      sub={
        <>
          <span className="pick-place">{current ? `Stop ${position} of ${stops.length} · ` : ''}</span>
          <strong>
            {qtyPicked} of {countText(qty, 'item')}
          </strong>
        </>
      }
      back={pickingList}
      done={qty ? qtyPicked / qty : 1}
      actions={
        <>
          {actions.pause && (
            <Button icon="pause" aria-label="Pause" className="pick-pause" onClick={actions.pause}>
              <span>Pause</span>
            </Button>
          )}
          {actions.resume && (
            <Button look="primary" onClick={actions.resume}>
              Resume
            </Button>
          )}
          <CameraButton />
          <MenuOnDemand items={actions.menu} open={isMenuOpen} onOpenChange={setIsMenuOpen}>
            <IconButton icon="more" label="More: hand over" />
          </MenuOnDemand>
        </>
      }
    >
      <MessageSlot hint={current && (isOpen ? 'Put the items in, then scan the tote or tap.' : 'Scan the item once, for all totes.')}>
        {note?.at === 'top' && (
          <Banner tone={note.tone}>
            <WholeCodes>{note.text}</WholeCodes>
          </Banner>
        )}
        {gone.map(
          ({ position: place, order_number, isOnFloor }) =>
            !isOnFloor && (
              <Banner key={place} tone="warn">
                Order {order_number} is not on the floor any more. Take {toteName(place)} off the trolley.
              </Banner>
            ),
        )}
        {actions.takeOver && (
          <Banner
            action={
              <Button look="primary" onClick={actions.takeOver.act}>
                Take over
              </Button>
            }
          >
            {actions.takeOver.text}
          </Banner>
        )}
        {actions.resume && !actions.pause && <Banner tone="warn">You paused this walk.</Banner>}
      </MessageSlot>
      <div className="cluster">
        {current && first ? (
          <div className="pick-stage" ref={stage}>
            <ClusterStop
              stop={current}
              members={members}
              plan={plan}
              isOpen={isOpen}
              isActive={isActive}
              position={position}
              of={stops.length}
              canSkip={next.length > 0}
              onOpen={takeByHand}
              onPut={() => void put()}
              onShort={() => setSheet('short')}
              onSkip={skip}
            />
            {note?.at === 'line' && (
              <WrongScan
                scanned={note}
                line={{ ...first, qty_picked: current.qty_in, qty_allocated: current.qty }}
                onManualEntry={takeByHand}
                onBack={() => change({})}
              />
            )}
          </div>
        ) : (
          <ClusterDone members={members} actions={actions} />
        )}
        <ClusterTrolley members={members} gone={gone} current={isOpen && turn ? turn.pick_id : null} onChoose={setSheet} />
        {current && <ClusterNext stops={next} onChoose={(product_id) => change({ chosen: product_id, open: null })} />}
      </div>
      {sheet === 'short' && current && turn && (
        <ClusterShortSheet
          stop={current}
          members={members}
          reasons={reasons}
          onClose={close}
          onRecord={async (shares, reason) => {
            // Orders that get nothing are short at once; the others get their items in turn.
            const empty = current.turns.filter((one) => !one.is_done && shares.get(one.pick_id) === 0);
            const records = empty.flatMap(({ lines }) =>
              lines.filter(({ is_done }) => !is_done).map((line) => ({ line, qty_picked: line.qty_picked, reason })),
            );
            if (records.length > 0 && showRefusal(await recordPicks(records))) return;
            close();
            change({ chosen: current.product_id, open: current.product_id, plan: { product_id: current.product_id, shares, reason } });
            signal(afterPut(state, id, me, current.product_id));
          }}
        />
      )}
      {selected && <ClusterToteSheet member={selected} onClose={close} onComplete={() => void actions.complete([selected])} />}
      {actions.dialog}
    </Page>
  );
}

const picksOf = ({ rows }: Floor): Floor['rows']['pick'] => rows.pick;

/** The totes whose orders have left the walk while this screen was open. An order that was taken off the trolley is still on the floor. */
function useGoneTotes(members: ClusterScreen['members']): GoneTote[] {
  const lastTotes = useRef(new Map<number, Omit<GoneTote, 'isOnFloor'> & { uuid: string; isUnfinished: boolean }>());
  const picks = useView(picksOf);
  const present = new Set(members.map(({ pick_id }) => pick_id));
  useEffect(() => {
    for (const { pick_id, position, pick, state } of members)
      lastTotes.current.set(pick_id, { uuid: pick.uuid, position, order_number: pick.order_number, isUnfinished: state !== 'complete' });
  }, [members]);
  return [...lastTotes.current]
    .filter(([pick_id, { isUnfinished }]) => isUnfinished && !present.has(pick_id))
    .map(([, tote]) => ({ ...tote, isOnFloor: picks?.has(tote.uuid) === true }));
}
