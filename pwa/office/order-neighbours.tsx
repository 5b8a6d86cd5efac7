import { IconButton } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { useKey } from '../ui/use-key.ts';
import { useMedia } from '../ui/use-media.ts';
import type { OrderNeighbours } from './use-neighbours.ts';

/** The buttons and keys that open the orders before and after the shown one, and its place in the list. */
export function NeighbourButtons({ place, total, openPrevious, openNext, busy }: OrderNeighbours) {
  // The order's number is never truncated for its place.
  const hasRoom = useMedia('(width >= 1180px)');
  useKey('[', openPrevious, 'Previous order of the list');
  useKey(']', openNext, 'Next order of the list');
  return (
    <span className="line office-neighbours">
      <IconButton icon="up" label="Previous order" aria-keyshortcuts="[" disabled={!openPrevious} busy={busy} onClick={openPrevious} />
      {hasRoom && (
        <span className="note nowrap">
          {formatCount(place)} of {formatCount(total)}
        </span>
      )}
      <IconButton icon="down" label="Next order" aria-keyshortcuts="]" disabled={!openNext} busy={busy} onClick={openNext} />
    </span>
  );
}
