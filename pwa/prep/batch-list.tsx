import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { totesText } from '../../shared/picking/totes-text.ts';
import { useTurns } from '../api/use-turns.ts';
import { currentFloor, resolveScanHere } from '../offline/current-floor.ts';
import { useView } from '../offline/use-floor.ts';
import { type DecorationGroup, type LineView, type PrepBatch, prepBatches } from '../offline/views.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { RequiredBy } from '../ui/required-by.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { ArtworkDialog } from './artwork-dialog.tsx';
import { TickRow } from './decoration-card.tsx';
import { DecorationPicture } from './decoration-picture.tsx';
import { decorationMessage, type ScanMessage } from './scan-message.ts';
import { ScanMessageBar } from './scan-message-bar.tsx';
import { tickPrepLines } from './tick-prep-line.ts';

const linesOf = ({ orders }: PrepBatch): LineView[] => orders.flatMap(({ lines }) => lines);
const groupOf = (batch: PrepBatch): DecorationGroup => ({ ...batch, lines: linesOf(batch) });

/**
 * Shows for which order a scanned garment is: the first of these batches that still needs it. A garment of no batch is handled as on the rest of
 * the floor.
 */
function useBatchScan(matches: (batch: PrepBatch) => boolean): ScanMessage | null {
  const [message, setMessage] = useState<ScanMessage | null>(null);
  useScan(({ text }): Answer => {
    const target = resolveScanHere(text);
    const orders = prepBatches(currentFloor())
      .filter(matches)
      .flatMap((batch) => batch.orders)
      .filter(({ pick }) => !pick.is_frozen);
    const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, waits: !line.prep_ticked_at })));
    if (target.is !== 'product' || !lines.some(({ product_id }) => product_id === target.product.id)) {
      // The last message does not concern this scan.
      setMessage(null);
      return 'pass';
    }
    const next = decorationMessage(lines, target.product);
    const pick = orders.find((order) => order.lines.some(({ id }) => id === next.line_id))?.pick;
    const place = pick && [`Order ${pick.order_number}`, totesText(pick)].filter(Boolean).join(', ');
    setMessage(place ? { ...next, text: `${next.text} ${place}.` } : next);
    return next.tone;
  });
  useEffect(() => {
    if (message?.line_id != null) document.querySelector('.batches .found')?.scrollIntoView({ block: 'center' });
  }, [message]);
  return message;
}

/** The same artwork in several orders, one card for each set-up of the machine. Garments are ticked off here as in their orders. */
export function BatchList({ matches }: { matches: (batch: PrepBatch) => boolean }) {
  const batches = useView(prepBatches)?.filter(matches) ?? [];
  const [artwork, setArtwork] = useState<PrepBatch | null>(null);
  const message = useBatchScan(matches);
  const inTurn = useTurns();
  const onTick = useCallback(
    (lines: readonly LineView[], ticked: boolean): void => void inTurn(async () => void showRefusal(await tickPrepLines(lines, ticked))),
    [inTurn],
  );
  if (batches.length === 0)
    return (
      <EmptyState title="No batches">
        <p>A batch appears here when several orders of a client get the same artwork.</p>
      </EmptyState>
    );
  return (
    <div className="batches stack">
      <MessageSlot hint="Scan a garment to find its order.">{message && <ScanMessageBar message={message} />}</MessageSlot>
      {batches.map((batch) => (
        <BatchCard key={batch.key} batch={batch} scannedLine={message?.line_id ?? null} onTick={onTick} onArtwork={setArtwork} />
      ))}
      <ArtworkDialog group={artwork && groupOf(artwork)} logo_url={artwork?.account_logo_url ?? null} onClose={() => setArtwork(null)} />
    </div>
  );
}

interface BatchCardProps {
  batch: PrepBatch;
  /** The line whose garment was scanned last. */
  scannedLine: number | null;
  onTick: (lines: readonly LineView[], ticked: boolean) => void;
  onArtwork: (batch: PrepBatch) => void;
}

function BatchCard({ batch, scannedLine, onTick, onArtwork }: BatchCardProps) {
  const { decoration, account_name, account_logo_url, orders, qty, qty_ticked } = batch;
  // Orders on hold stay as they are.
  const open = orders.flatMap(({ pick, lines }) => (pick.is_frozen ? [] : lines.filter((line) => !line.prep_ticked_at)));
  const isDone = qty_ticked === qty;
  return (
    <section className="card" aria-label={`${decoration}, ${account_name}`}>
      <header className="prep-head">
        <button type="button" className="deco-open" aria-label={`Artwork of ${decoration}`} onClick={() => onArtwork(batch)}>
          <DecorationPicture decoration={decoration} product={orders[0]?.lines[0]?.product ?? null} logo_url={account_logo_url} size={72} />
        </button>
        <div className="grow">
          <h2 className="deco-words" title={decoration}>
            {decoration}
          </h2>
          <p className={isDone ? 't-done strong' : 'sub'}>
            {account_name} · {qty_ticked} of {qty} in {countText(orders.length, 'order')}
          </p>
        </div>
        {isDone ? (
          <Badge tone="done" icon="check">
            Done
          </Badge>
        ) : (
          <Button
            disabled={open.length === 0}
            aria-label={`Tick all of ${decoration} in ${countText(orders.length, 'order')}`}
            onClick={() => onTick(open, true)}
          >
            Tick all
          </Button>
        )}
      </header>
      {orders.map(({ pick, lines }) => (
        <section key={pick.id} aria-label={`Order ${pick.order_number}`}>
          <p className="line batch-order">
            <Link className="code strong" to={`/admin/prep/orders/${pick.uuid}`}>
              {pick.order_number}
            </Link>
            {totesText(pick) && <span className="sub">{totesText(pick)}</span>}
            <RequiredBy day={pick.required_on} />
            {pick.is_frozen && (
              <Badge tone="warn" icon="lock">
                On hold
              </Badge>
            )}
          </p>
          <ul className="rows prep-rows">
            {lines.map((line) => (
              <TickRow key={line.id} line={line} isFound={line.id === scannedLine} isHeld={pick.is_frozen} onTick={onTick} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
