import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../session/use-session.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { isKeyListOpen } from '../ui/key-list-open.ts';
import { closePalette, isPaletteOpen, openPalette } from '../ui/palette-open.ts';
import { isFreeSingleKey } from '../ui/single-keys.ts';
import { useStore } from '../ui/store.ts';
import { toast } from '../ui/toast.ts';
import { useKeydown } from '../ui/use-keydown.ts';
import './palette-button.css';

const fetchPalette = () => import('../search/palette-host.tsx');

/** Stands in for a palette whose code cannot be loaded. */
function NoPalette() {
  const isOpen = useStore(isPaletteOpen);
  useEffect(() => {
    if (!isOpen) return;
    closePalette();
    toast('The search did not load. Load this page again when there is a connection.', { tone: 'wrong' });
  }, [isOpen]);
  return null;
}
const Palette = lazy(() => fetchPalette().catch(() => ({ default: NoPalette })));

const DIALOG = '[role=dialog], [role=alertdialog]';
const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
/** The names of the key that opens the palette, as on this device's keyboard. */
const keyNames = (): string => (isMac() ? '⌘ K' : 'Ctrl K');

/** The button that opens the palette, for people of the office. */
export function PaletteButton({ iconOnly }: { iconOnly?: boolean }) {
  const { can } = useSession();
  if (!can('use_office')) return null;
  const shared = { onClick: openPalette, 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K' } as const;
  if (iconOnly) return <IconButton icon="search" label="Find or do" {...shared} />;
  return (
    <button type="button" className="in palette-open" {...shared}>
      <Icon name="search" />
      <span className="cut">
        <span className="sr">Find or do: </span>Order, SKU, person or PO
      </span>
      <kbd>{keyNames()}</kbd>
    </button>
  );
}

/** The palette over any screen of a person of the office, which Ctrl+K or Cmd+K opens, and the list of the screen's keys, which `?` opens. */
export function PaletteHost() {
  const { can } = useSession();
  const isOffice = can('use_office');
  useKeydown(
    (event) => {
      if (!isOffice) return;
      if (event.key === '?' && isFreeSingleKey(event) && !document.querySelector(DIALOG)) {
        event.preventDefault();
        isKeyListOpen.set(true);
        return;
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (isPaletteOpen.get()) closePalette();
      // A dialog in front of the screen keeps what was typed in it.
      else if (!document.querySelector(DIALOG)) openPalette();
    },
    { capture: true },
  );
  useEffect(() => {
    if (!isOffice) return;
    const callOff = afterPaint(() => void fetchPalette().catch(() => undefined));
    return () => {
      callOff();
      closePalette();
      isKeyListOpen.set(false);
    };
  }, [isOffice]);
  if (!isOffice) return null;
  return (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  );
}
