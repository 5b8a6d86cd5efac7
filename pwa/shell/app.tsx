import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { matchPath, Navigate, Outlet, Route, Router, Routes, useLocation, useParams } from 'react-router';
import { maySee, type RouteRow, routes } from '../routes.tsx';
import { isSignInRequested } from '../session/asking.ts';
import { roleAtWork } from '../session/at-work.ts';
import { signingOut } from '../session/before-sign-out.ts';
import { homeOf } from '../session/home-of.ts';
import { useMaybeSession } from '../session/use-session.ts';
import { LazyFailures } from '../ui/lazy-failures.tsx';
import { LazyToaster } from '../ui/lazy-toaster.tsx';
import { leaving } from '../ui/leave-guard.ts';
import { useStore } from '../ui/store.ts';
import { beginsLike } from './begins-like.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { BareFrame, FloorFrame, Frame } from './frame.tsx';
import { openHistory } from './history.ts';
import { followTakeOver } from './new-version.ts';
import NotFound from './not-found.tsx';
import { Screen } from './screen.tsx';

const LockScreen = lazy(() => import('../offline/lock-screen.tsx'));
const SignOutDialog = lazy(() => import('../session/sign-out-dialog.tsx'));
const LeaveDialog = lazy(() => import('../ui/leave-dialog.tsx'));
const SignInAgain = lazy(() => import('../session/sign-in-again.tsx'));
// Without a network no newer version can be loaded.
const UpdateNotice = lazy(() => import('./update-notice.tsx').catch(() => ({ default: () => null })));
const history = openHistory();

followTakeOver();
/** The whole app in the browser. */
export function App() {
  const [position, setPosition] = useState(history.position.get);
  useEffect(() => {
    const follow = (): void => startTransition(() => setPosition(history.position.get()));
    // The first screen may have changed the address before this subscription.
    follow();
    return history.position.subscribe(follow);
  }, []);
  const pages = pagesAt(position.location.pathname);
  return (
    <Router location={position.location} navigationType={position.type} navigator={history.navigator}>
      {/* Errors outside a screen are caught too: the menus, the dialogs, the lock. */}
      <ErrorBoundary>
        <Routes>
          <Route element={<Framed frame={FloorFrame} />}>{pages(['floor'])}</Route>
          <Route element={<Framed frame={BareFrame} needsSession={false} />}>{pages(['bare'])}</Route>
          <Route element={<Framed frame={Frame} />}>{pages(['desk', 'phone'])}</Route>
          <Route path="*" element={<Lost />} />
        </Routes>
        <LazyToaster />
        <LazyFailures />
        <Extras />
      </ErrorBoundary>
    </Router>
  );
}

const pagesAt = (pathname: string) => (layouts: readonly RouteRow['layout'][]) =>
  routes
    .filter(({ layout }) => layouts.includes(layout))
    .flatMap((row) =>
      [row.path, ...(row.also ? [row.also] : [])]
        .filter((path) => beginsLike(path, pathname))
        .map((path) => <Route key={path} path={path} element={<Gate row={row} />} />),
    );

/**
 * A frame that stays while its screens change. Without a sign-in it is shown only if `needsSession` is false. `/` leads
 * people who have no screen there to their start screen.
 */
function Framed({ frame: Surround, needsSession = true }: { frame: (props: { children: ReactNode }) => ReactNode; needsSession?: boolean }) {
  const { pathname, search, hash } = useLocation();
  const session = useMaybeSession();
  if (session?.is_locked)
    return (
      <Suspense fallback={null}>
        <LockScreen />
      </Suspense>
    );
  const role = roleAtWork(session);
  if (pathname === '/' && !(role && routes.some((row) => row.path === '/' && maySee(row, role))))
    return <Navigate to={role ? homeOf(role) : '/sign-in'} replace />;
  if (needsSession && !session) return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
  return (
    <Surround>
      <ErrorBoundary key={pathname}>
        <Outlet />
      </ErrorBoundary>
    </Surround>
  );
}

/** Shows a screen to people who may see it. Warehouse people instead get the floor's screen for the same record, if there is one. */
function Gate({ row }: { row: RouteRow }) {
  const session = useMaybeSession();
  const params = useParams();
  useEffect(() => {
    document.title = `${row.title} · Kitroom`;
  }, [row.title]);
  const role = roleAtWork(session);
  if (maySee(row, role)) return <Screen row={row} />;
  if (role === 'warehouse' && row.on_floor) return <Navigate to={row.on_floor.replace(':uuid', params.uuid ?? '')} replace />;
  return <NotFound />;
}

function Lost() {
  const session = useMaybeSession();
  const Surround = session ? Frame : BareFrame;
  return (
    <Surround>
      <NotFound />
    </Surround>
  );
}

/** Parts that are rarely needed; each is loaded when it is needed. */
function Extras() {
  const leaveRequest = useStore(leaving);
  const asksToSignIn = useStore(isSignInRequested);
  const asksToSignOut = useStore(signingOut) !== null;
  const { pathname } = useLocation();
  const isFloor = routes.some(({ path, layout }) => layout === 'floor' && matchPath(path, pathname));
  const session = useMaybeSession();
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  // Each in its own `Suspense`: none is delayed or hidden while another one is loading.
  return (
    <>
      <Suspense fallback={null}>{leaveRequest && <LeaveDialog />}</Suspense>
      <Suspense fallback={null}>{asksToSignOut && <SignOutDialog />}</Suspense>
      <Suspense fallback={null}>
        {session && (asksToSignIn || (session.is_expired && !isFloor && !session.is_locked)) && <SignInAgain isFloor={isFloor} />}
      </Suspense>
      <Suspense fallback={null}>{calm && <UpdateNotice />}</Suspense>
    </>
  );
}
