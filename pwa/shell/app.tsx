import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Router, Routes, useLocation } from 'react-router';
import { homeOf, maySee, type RouteRow, routes } from '../routes.tsx';
import { useMaybeSession } from '../session/use-session.ts';
import { LazyFailures } from '../ui/lazy-failures.tsx';
import { LazyToaster } from '../ui/lazy-toaster.tsx';
import { leaving } from '../ui/leave-guard.ts';
import { useStore } from '../ui/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { BareFrame, FloorFrame, Frame } from './frame.tsx';
import { openHistory } from './history.ts';
import NotFound from './not-found.tsx';
import { Screen } from './screen.tsx';

const LeaveDialog = lazy(() => import('../ui/leave-dialog.tsx'));
const SignInAgain = lazy(() => import('../session/sign-in-again.tsx'));
// Without a network there is no newer version to speak of.
const UpdateNotice = lazy(() => import('./update-notice.tsx').catch(() => ({ default: () => null })));
const history = openHistory();

/** The whole product in the browser. */
export function App() {
  const [moment, setMoment] = useState(history.moment.get);
  useEffect(() => history.moment.subscribe(() => startTransition(() => setMoment(history.moment.get()))), []);
  return (
    <Router location={moment.location} navigationType={moment.type} navigator={history.navigator}>
      <Routes>
        <Route path="/" element={<Start />} />
        {group('floor', FloorFrame)}
        {group('bare', BareFrame)}
        <Route element={<Framed frame={Frame} />}>{routes.filter(({ layout }) => layout === 'desk' || layout === 'phone').map(page)}</Route>
        <Route path="*" element={<Lost />} />
      </Routes>
      <LazyToaster />
      <LazyFailures />
      <Extras />
    </Router>
  );
}

const page = (row: RouteRow) => <Route key={row.path} path={row.path} element={<Gate row={row} />} />;
const group = (layout: RouteRow['layout'], frame: (props: { children: ReactNode }) => ReactNode) => (
  <Route element={<Framed frame={frame} needsSession={layout !== 'bare'} />}>{routes.filter((row) => row.layout === layout).map(page)}</Route>
);

/** A frame that stays while its screens change. Behind the sign-in, unless its screens are for anyone. */
function Framed({ frame: Around, needsSession = true }: { frame: (props: { children: ReactNode }) => ReactNode; needsSession?: boolean }) {
  const { pathname, search, hash } = useLocation();
  const session = useMaybeSession();
  if (needsSession && !session) return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
  return (
    <Around>
      <ErrorBoundary key={pathname}>
        <Outlet />
      </ErrorBoundary>
    </Around>
  );
}

/** A screen for those who may see it. */
function Gate({ row }: { row: RouteRow }) {
  const session = useMaybeSession();
  useEffect(() => {
    document.title = `${row.title} · Kitroom`;
  }, [row.title]);
  return maySee(row, session?.who.user.primary_role) ? <Screen row={row} /> : <NotFound />;
}

/** Sends each role to the screen its day begins with. */
function Start() {
  const session = useMaybeSession();
  return <Navigate to={session ? homeOf(session.who.user.primary_role) : '/sign-in'} replace />;
}

function Lost() {
  const session = useMaybeSession();
  const Around = session ? Frame : BareFrame;
  return (
    <Around>
      <NotFound />
    </Around>
  );
}

/** What is needed now and then, fetched when it is. */
function Extras() {
  const asked = useStore(leaving);
  const session = useMaybeSession();
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense fallback={null}>
      {asked && <LeaveDialog />}
      {session?.is_expired && <SignInAgain />}
      {calm && <UpdateNotice />}
    </Suspense>
  );
}
