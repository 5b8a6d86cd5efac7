import { useState } from 'react';
import { useDelayed } from '../offline/use-floor.ts';
import type { DispatchScreen, DispatchView } from '../offline/views.ts';
import { WaitingPrintJobs } from '../offline/waiting-print-jobs.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { MessageSlot } from '../ui/message-slot.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import { Tick } from '../ui/tick.tsx';
import { AwaitingRow } from './awaiting-row.tsx';
import { EditDispatchOnDemand } from './edit-dispatch-on-demand.tsx';
import type { Edited } from './edit-values.ts';
import { isOnItsWay } from './on-its-way.ts';
import { printLabels } from './print-labels.ts';
import { RequestedRows } from './requested-rows.tsx';
import { type Note, useAwaitScan } from './use-await-scan.ts';
import { labelsInTurn, useLabelChoice } from './use-label-choice.ts';
import { usePrintKey } from './use-print-key.ts';

const looks = {
  right: { look: 'done', icon: 'check' },
  wrong: { look: 'wrong', icon: 'x' },
  unknown: { look: 'warn', icon: 'alert' },
} as const satisfies Record<Note['tone'], { look: string; icon: IconName }>;

/** The result of the last scan, large enough to read while standing at the pallet. */
function ScanNote({ note }: { note: Note }) {
  const isRight = note.tone === 'right';
  const { look, icon } = looks[note.tone];
  return (
    <div className={`banner ship-message ${look}`} role={isRight ? 'status' : 'alert'}>
      <Icon name={icon} />
      <p className="grow">
        <strong>{note.title}</strong> <span>{note.text}</span>
      </p>
    </div>
  );
}

/** How many dispatches are shown above the link to the list of all dispatches. */
const AT_FIRST = 12;

interface AwaitingProps {
  screen: DispatchScreen;
  /** The orders whose dispatch was requested just now. The labels of these orders are printed next. */
  expected: readonly string[];
  /** True if the person came here to print labels. */
  prints: boolean;
}

/** The dispatches that wait for a courier, as this tablet knows them. A person scans boxes, enters tracking numbers and prints, also offline. */
export function Awaiting({ screen, expected, prints }: AwaitingProps) {
  const { awaiting, requested, services } = screen;
  const { chosen, choose, chooseOnly, isToPrint, made, left: remaining, settle } = useLabelChoice(awaiting, expected);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const { check, note, takeInHand: select, typed, undo } = useAwaitScan();
  const delayed = useDelayed();
  const delayedOf = ({ id }: DispatchView) => delayed.find(({ action: { n, a } }) => n === 'dispatch.set_tracking' && a.dispatch_id === id) ?? null;
  const waiting = awaiting.filter((dispatch) => !isOnItsWay(dispatch));

  // New dispatches come first, then dispatches that need a person. The current dispatch, and a dispatch whose tracking number can still be undone,
  // are always listed.
  const urgency = ({ id, booking_error }: DispatchView): number => (made.has(id) ? 2 : 0) + (booking_error === null ? 0 : 1);
  const inTurn = [...awaiting].sort((a, b) => urgency(b) - urgency(a));
  const first = isWhole ? inTurn : inTurn.slice(0, AT_FIRST);
  const inHand = inTurn.filter((dispatch) => dispatch.id === check?.dispatch_id || delayedOf(dispatch));
  const rows = [...inHand.filter((dispatch) => !first.includes(dispatch)), ...first];
  const all = awaiting.map(({ id }) => id);
  const toPrint = labelsInTurn([...rows, ...inTurn], chosen, remaining);
  const print = async (): Promise<void> => {
    if (await printLabels(toPrint)) settle(toPrint);
  };
  const printButton = usePrintKey({
    awaiting,
    hasChoice: toPrint.length > 0,
    isToPrint,
    chooseOnly,
    isExpected: expected.length > 0,
    prints,
  });
  const list = useTapGuard<HTMLUListElement>(rows.map(({ id }) => id).join());

  return (
    <>
      <MessageSlot hint="Scan a box, or the courier’s own label.">{note && <ScanNote note={note} />}</MessageSlot>
      {requested.length > 0 && <RequestedRows orders={requested} />}
      {(awaiting.length > 0 || remaining.length > 0) && (
        <section className="awaiting" aria-labelledby="awaiting-heading">
          <div className="line flex-wrap">
            <h2 id="awaiting-heading">
              Waiting for the courier <span className="note font-normal">{countText(waiting.length, 'dispatch', 'dispatches')}</span>
            </h2>
            <span className="line push">
              <Tick
                className="whitespace-nowrap"
                checked={all.length > 0 && all.every((id) => chosen.has(id))}
                disabled={all.length === 0}
                onChange={(event) => choose(all, event.target.checked)}
              >
                Select all
              </Tick>
              <Button
                ref={printButton}
                aria-keyshortcuts="P"
                title="Key: P"
                icon="print"
                look={toPrint.length > 0 ? 'primary' : 'plain'}
                disabled={toPrint.length === 0}
                onClick={() => void print()}
              >
                Print Consignments Labels
              </Button>
            </span>
          </div>
          {remaining.length > 0 && (
            <p className="sub">
              {remaining.map(({ dispatch_number }) => dispatch_number).join(', ')} {remaining.length === 1 ? 'has' : 'have'} left. The labels can
              still be printed here.
            </p>
          )}
          <ul className="rows card" ref={list}>
            {rows.map((dispatch) => (
              <AwaitingRow
                key={dispatch.id}
                dispatch={dispatch}
                services={services}
                checked={check?.dispatch_id === dispatch.id ? check.boxes : null}
                isChosen={chosen.has(dispatch.id)}
                onChoose={(on) => choose([dispatch.id], on)}
                onSelect={() => select(dispatch.id)}
                delayed={delayedOf(dispatch)}
                onUndo={(m) => void undo(m, dispatch)}
                onOwnLabel={(text) => void typed(text)}
                onEdit={() => setEdited(dispatch)}
              />
            ))}
          </ul>
          {rows.length < awaiting.length && (
            <Button onClick={() => setIsWhole(true)}>Show all {countText(awaiting.length, 'dispatch', 'dispatches')}</Button>
          )}
        </section>
      )}
      {/* Below the work: waiting print jobs come and go, and must not move a button. */}
      <div className="ship-print-jobs">
        <WaitingPrintJobs />
      </div>
      <EditDispatchOnDemand dispatch={edited} services={services} onClose={() => setEdited(null)} />
    </>
  );
}
