import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { checkReachable } from '../api/check-reachable.ts';
import { reachable } from '../api/reachable.ts';
import { homeOf } from '../session/home-of.ts';
import { refreshWho } from '../session/refresh-who.ts';
import { useSession } from '../session/use-session.ts';
import { Brand } from '../ui/brand.tsx';
import { IconButton } from '../ui/button.tsx';
import { ConnectionBanner } from '../ui/connection-banner.tsx';
import { FrameContext, type FrameParts } from '../ui/frame-context.ts';
import { onReturn } from '../ui/on-return.ts';
import { SheetOnDemand } from '../ui/sheet-on-demand.tsx';
import { useStore } from '../ui/store.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { currentEntry } from './current-entry.ts';
import { useFloorAhead } from './floor-ahead.ts';
import { FloorStatus } from './floor-status.tsx';
import { FloorTabs } from './floor-tabs.tsx';
import { Nav, useNav } from './nav.tsx';
import { partOf } from './part.tsx';
import { UserMenu } from './user-menu.tsx';

/** Sets the density on the body, which contains dialogs and menus as well as the frame. */
function useDensity(density: 'desk' | 'phone' | 'floor'): void {
  useLayoutEffect(() => {
    document.body.classList.remove('phone', 'floor');
    if (density !== 'desk') document.body.classList.add(density);
  }, [density]);
}

// If loading fails, the screens work without the bell; the next page that is opened tries again.
const FetchedBell = lazy(() => import('../notifications/bell.tsx').catch(() => ({ default: () => null })));
/** Names the impersonated person while the banner itself could not be loaded. */
const ActingAs = () => (
  <p className="impersonation" role="status">
    Acting as {useSession().who.user.name}
  </p>
);
const FetchedBanner = lazy(() => import('./impersonation-banner.tsx').catch(() => ({ default: ActingAs })));
// As with the bell, the screens work without the palette.
const fetchPalette = (): Promise<typeof import('./palette-button.tsx')> =>
  import('./palette-button.tsx').catch(() => ({ PaletteButton: () => null, PaletteHost: () => null }));
const FetchedPaletteButton = lazy(() => fetchPalette().then(({ PaletteButton: Fetched }) => ({ default: Fetched })));
const FetchedPaletteHost = lazy(() => fetchPalette().then(({ PaletteHost: Fetched }) => ({ default: Fetched })));
/** The scan handler that works everywhere on the floor. */
export const scanAnywhere = partOf(() => import('./scan-anywhere.tsx'));

/** The path of the screen that a frame showed last, so that the next frame knows that the person comes from there; null if there was none. */
let lastPath: string | null = null;

/** Returns true once the person has moved to another screen, also to one with another frame. */
function useMoved(isFramed = true): boolean {
  const { pathname } = useLocation();
  const first = useRef(isFramed ? (lastPath ?? pathname) : pathname);
  const isMoved = useRef(false);
  if (pathname !== first.current) isMoved.current = true;
  useEffect(() => {
    lastPath = isFramed ? pathname : null;
  }, [pathname, isFramed]);
  return isMoved.current;
}

/** Moves the focus past the navigation to the heading of the screen. The hash of the address stays, because it belongs to the lists. */
const SkipLink = () => (
  <button type="button" className="skip" onClick={() => document.querySelector<HTMLElement>('#main h1, .head h1')?.focus()}>
    Skip to the content
  </button>
);

/** The bell with the person's notifications: its place is reserved until it is loaded. */
const Bell = () => (
  <Suspense fallback={<span className="btn quiet icon" aria-hidden="true" />}>
    <FetchedBell />
  </Suspense>
);

/** Visible as long as somebody impersonates another person. */
const ImpersonationBanner = () =>
  useSession().who.impersonator ? (
    <Suspense fallback={null}>
      <FetchedBanner />
    </Suspense>
  ) : null;

/** The button of the office that opens the palette. */
const PaletteButton = ({ iconOnly }: { iconOnly?: boolean }) => (
  <Suspense fallback={null}>
    <FetchedPaletteButton iconOnly={iconOnly} />
  </Suspense>
);

/** The palette of the office, which a key opens over any screen. */
const PaletteHost = () => (
  <Suspense fallback={null}>
    <FetchedPaletteHost />
  </Suspense>
);

/** Milliseconds that are reserved for the floor's own work after a start. */
const FLOOR_FIRST = 2000;

/**
 * The bell of the floor, loaded once a tablet's start is over. While somebody works by PIN there is no bell, because the notifications belong to the
 * person who signed in.
 */
function FloorBell() {
  const { session } = useSession();
  const [isCalm, setIsCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsCalm(true), FLOOR_FIRST);
    return () => clearTimeout(timer);
  }, []);
  if (session.at_work || session.is_expired) return null;
  return isCalm ? <Bell /> : <span className="btn quiet icon" aria-hidden="true" />;
}

function Home() {
  const { role } = useSession();
  return (
    <Link className="brand" to={homeOf(role)} aria-label="Kitroom, start page">
      <Brand />
    </Link>
  );
}

/** The frame for the office and for clients: a bar, and the navigation beside the screen. On a phone the screen is shown alone. */
export function Frame({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1024px)');
  const online = useStore(reachable);
  const isMoved = useMoved();
  const [open, setOpen] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  useDensity(isPhone ? 'phone' : 'desk');
  useEffect(guardSoon, []);
  useEffect(() => void refreshWho(), []);
  useEffect(() => onReturn(() => void checkReachable()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the navigation
  useEffect(() => setOpen(false), [pathname]);

  const menuButton = <IconButton icon="menu" label="Navigation" className="head-start" aria-expanded={open} onClick={() => setOpen(true)} />;
  const parts = useMemo<FrameParts>(
    () => ({
      kind: isPhone ? 'phone' : 'desk',
      moved: isMoved,
      isMenuOpen: menuOpen,
      bell: isPhone && (
        <>
          <PaletteButton iconOnly />
          <Bell />
        </>
      ),
      top: (
        <header className="head">
          <IconButton icon="menu" label="Navigation" className="head-start" onClick={() => setOpen(true)} />
          <Home />
          <span className="push" />
          <PaletteButton iconOnly />
          <Bell />
          <UserMenu iconOnly open={menuOpen} onOpenChange={setMenuOpen} />
        </header>
      ),
    }),
    [isPhone, isMoved, menuOpen],
  );
  const drawer = (
    <SheetOnDemand open={open} onClose={() => setOpen(false)} title="Kitroom" side="left">
      <Nav onChosen={() => setOpen(false)} />
    </SheetOnDemand>
  );
  const notices = (
    <>
      <ImpersonationBanner />
      {!online && <ConnectionBanner onTry={checkReachable} />}
    </>
  );
  return (
    <FrameContext value={parts}>
      <SkipLink />
      {/* The screen has the same position in both trees, so that it keeps what was typed when a phone is turned. */}
      <div className={isPhone ? 'contents' : isNarrow ? 'desk narrow' : 'desk'}>
        {!isPhone && (
          <header className="mast">
            {isNarrow && menuButton}
            <Home />
            {!isNarrow && <PaletteButton />}
            <span className="push" />
            {isNarrow && <PaletteButton iconOnly />}
            <Bell />
            <UserMenu open={menuOpen} onOpenChange={setMenuOpen} />
          </header>
        )}
        {!isPhone && !isNarrow && <Nav />}
        <div className={isPhone ? 'frame' : 'desk-screen'}>
          {notices}
          {children}
        </div>
      </div>
      {drawer}
      <PaletteHost />
    </FrameContext>
  );
}

/** The media query for a desk, on which a screen of the floor is shown like a screen of the office. */
const atDesk = '(width >= 1024px) and (pointer: fine)';

/**
 * The frame of a screen of the floor: tabs lead to the other tasks, the status bar is always at the bottom, and scans work everywhere. On a desk the
 * office keeps its navigation.
 */
export function FloorFrame({ children }: { children: ReactNode }) {
  const isMoved = useMoved();
  const nav = useNav();
  const { role } = useSession();
  const isAtDesk = useMedia(atDesk) && role === 'super';
  const tabs = nav.filter(({ layout }) => layout === 'floor');
  const current = currentEntry(tabs, useLocation().pathname);
  const isPhone = useIsPhone();
  const [menuOpen, setMenuOpen] = useState(false);
  useDensity(isAtDesk ? 'desk' : 'floor');
  useFloorAhead();
  useEffect(() => void refreshWho(), []);
  useEffect(() => onReturn(() => void checkReachable()), []);
  const menu = (
    <UserMenu iconOnly={isPhone} nav={isAtDesk ? [] : nav.filter((entry) => !tabs.includes(entry))} open={menuOpen} onOpenChange={setMenuOpen} />
  );
  const parts: FrameParts = {
    kind: 'floor',
    isAtDesk,
    moved: isMoved,
    isMenuOpen: menuOpen,
    ...(!isAtDesk && { bell: <FloorBell />, menu, tabs: tabs.length > 1 && <FloorTabs tabs={tabs} current={current?.to ?? ''} /> }),
  };
  return (
    <FrameContext value={parts}>
      <SkipLink />
      {/* The screen has the same position in both trees, so that it keeps what was typed when a window is made narrower. */}
      <div className={isAtDesk ? 'desk' : 'contents'}>
        {isAtDesk && (
          <header className="mast">
            <Home />
            <PaletteButton />
            <span className="push" />
            <FloorBell />
            {menu}
          </header>
        )}
        {isAtDesk && <Nav />}
        <div className="frame">
          <ImpersonationBanner />
          {children}
          <FloorStatus />
          <Suspense fallback={null}>
            <scanAnywhere.Part />
          </Suspense>
        </div>
      </div>
      {isAtDesk && <PaletteHost />}
    </FrameContext>
  );
}

/** Starts the guard against double clicks after the screen is rendered: before that, there is no button to click. */
function guardSoon(): () => void {
  let stop: (() => void) | null | undefined;
  const start = ({ guardDoubleClicks }: typeof import('../ui/double-click-guard.ts')) => {
    if (stop === undefined) stop = guardDoubleClicks();
  };
  // Without a network the guard may not load; the app works without it.
  import('../ui/double-click-guard.ts').then(start, () => undefined);
  return () => {
    stop?.();
    stop = null;
  };
}

/** Shows pages without a frame: the sign-in, and pages that are opened from an email. */
export function BareFrame({ children }: { children: ReactNode }) {
  const isMoved = useMoved(false);
  useDensity('phone');
  const parts = useMemo<FrameParts>(() => ({ kind: 'bare', moved: isMoved }), [isMoved]);
  return <FrameContext value={parts}>{children}</FrameContext>;
}
