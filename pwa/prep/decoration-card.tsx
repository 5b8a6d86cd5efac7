import { memo } from 'react';
import { GarmentLine } from '../offline/garment-line.tsx';
import type { DecorationGroup, LineView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import { DecorationPicture } from './decoration-picture.tsx';

export interface DecorationCardProps {
  group: DecorationGroup;
  logo_url: string | null;
  /** The line that was scanned last. */
  scannedLine: number | null;
  /** True if the order is on hold. */
  isHeld: boolean;
  onTick: (lines: readonly LineView[], ticked: boolean) => void;
  onArtwork: (group: DecorationGroup) => void;
}

/** One set-up of the machine: the decoration, and a line to tick for each garment that gets the decoration. */
export function DecorationCard({ group, logo_url, scannedLine, isHeld, onTick, onArtwork }: DecorationCardProps) {
  const openLines = group.lines.filter((line) => !line.prep_ticked_at);
  const isDone = openLines.length === 0;
  return (
    <section className="card" aria-label={group.decoration}>
      <header className="prep-head">
        <button type="button" className="deco-open" aria-label={`Artwork of ${group.decoration}`} onClick={() => onArtwork(group)}>
          <DecorationPicture decoration={group.decoration} product={group.lines[0]?.product ?? null} logo_url={logo_url} size={72} />
        </button>
        <div className="grow">
          <h2 className="deco-words" title={group.decoration}>
            {group.decoration}
          </h2>
          <p className={isDone ? 't-done strong' : 'sub'}>
            {group.qty_ticked} of {group.qty}
          </p>
        </div>
        {isDone ? (
          <Badge tone="done" icon="check">
            Done
          </Badge>
        ) : (
          <Button disabled={isHeld} aria-label={`Tick all of ${group.decoration}`} onClick={() => onTick(openLines, true)}>
            Tick all
          </Button>
        )}
      </header>
      <ul className="rows prep-rows">
        {group.lines.map((line) => (
          <TickRow key={line.id} line={line} isFound={line.id === scannedLine} isHeld={isHeld} onTick={onTick} />
        ))}
      </ul>
    </section>
  );
}

interface TickRowProps {
  line: LineView;
  isFound: boolean;
  isHeld: boolean;
  onTick: DecorationCardProps['onTick'];
}

/** A line to tick. Rendered again only when the line itself changes: an order may have two hundred lines. */
export const TickRow = memo(function TickRow({ line, isFound, isHeld, onTick }: TickRowProps) {
  const row = useTapGuard<HTMLLIElement>(line.prep_ticked_at !== null);
  return (
    <li ref={row} data-line={line.id} className={isFound ? 'found' : undefined}>
      <label className="tick done prep-tick">
        <input
          type="checkbox"
          checked={line.prep_ticked_at !== null}
          disabled={isHeld}
          aria-label={`${line.product_name} ${line.size} for ${line.wearer?.name ?? 'the wearer'} done`}
          onChange={(event) => onTick([line], event.target.checked)}
        />
        <span>
          <GarmentLine line={line} withWearer />
        </span>
        <strong className="prep-qty num">{line.qty_picked}</strong>
      </label>
    </li>
  );
});
