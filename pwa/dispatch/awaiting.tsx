import { useState } from 'react';
import type { DispatchScreen } from '../offline/views.ts';
import { WaitingPapers } from '../offline/waiting-papers.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Tick } from '../ui/tick.tsx';
import { AwaitingRow } from './awaiting-row.tsx';
import { EditDispatchDialog, type Edited } from './edit-dispatch-dialog.tsx';
import { printLabels } from './print-labels.ts';
import { RequestedRows } from './requested-rows.tsx';
import { ScanNote } from './scan-note.tsx';
import { useAwaitScan } from './use-await-scan.ts';

/** Dispatches that are shown before the list of all is in reach. */
const AT_FIRST = 12;

/** What waits for its courier, as this tablet knows it, with or without a network: check the boxes, type or scan the number, print. */
export function Awaiting({ screen }: { screen: DispatchScreen }) {
  const { awaiting, requested, services } = screen;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [edited, setEdited] = useState<Edited | null>(null);
  const [isWhole, setWhole] = useState(false);
  const { check, note, takeInHand, typed } = useAwaitScan();
  const waiting = awaiting.filter(({ tracking_number }) => tracking_number === null);
  const selected = awaiting.filter(({ id }) => chosen.has(id));

  const choose = (ids: readonly number[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  // What needs a person comes first; what is in hand is never out of view.
  const inTurn = [...awaiting].sort((a, b) => Number(b.booking_error !== null) - Number(a.booking_error !== null));
  const first = isWhole ? inTurn : inTurn.slice(0, AT_FIRST);
  const inHand = inTurn.find(({ id }) => id === check?.dispatch_id);
  const shown = inHand && !first.includes(inHand) ? [inHand, ...first] : first;
  const all = awaiting.map(({ id }) => id);

  return (
    <>
      <div className="ship-papers">
        <WaitingPapers />
      </div>
      {note && <ScanNote note={note} />}
      {requested.length > 0 && <RequestedRows orders={requested} />}
      {awaiting.length > 0 && (
        <section className="awaiting" aria-labelledby="awaiting-heading">
          <div className="line flex-wrap">
            <h2 id="awaiting-heading">
              Waiting for the courier <span className="note font-normal">{countText(waiting.length, 'dispatch', 'dispatches')}</span>
            </h2>
            <span className="line push">
              <Tick className="whitespace-nowrap" checked={all.every((id) => chosen.has(id))} onChange={(event) => choose(all, event.target.checked)}>
                Select all
              </Tick>
              <Button icon="print" disabled={selected.length === 0} onClick={() => void printLabels(selected.map(({ id }) => id))}>
                Print Consignments Labels
              </Button>
            </span>
          </div>
          <ul className="rows card">
            {shown.map((dispatch) => (
              <AwaitingRow
                key={dispatch.id}
                dispatch={dispatch}
                services={services}
                checked={check?.dispatch_id === dispatch.id ? check.boxes : null}
                isChosen={chosen.has(dispatch.id)}
                onChoose={(on) => choose([dispatch.id], on)}
                onInHand={() => takeInHand(dispatch.id)}
                onOwnLabel={(text) => void typed(text)}
                onEdit={() => setEdited(dispatch)}
              />
            ))}
          </ul>
          {shown.length < awaiting.length && (
            <Button onClick={() => setWhole(true)}>Show all {countText(awaiting.length, 'dispatch', 'dispatches')}</Button>
          )}
        </section>
      )}
      {edited && <EditDispatchDialog dispatch={edited} services={services} onClose={() => setEdited(null)} />}
    </>
  );
}
