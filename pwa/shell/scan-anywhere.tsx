import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { resolveScanHere } from '../offline/current-floor.ts';
import { onRefusal } from '../offline/on-refusal.ts';
import { useTablet } from '../offline/use-floor.ts';
import { cameraOpen } from '../scan/camera-open.ts';
import { ScansWait } from '../scan/scans-wait.tsx';
import { signal } from '../scan/signal.ts';
import { useScan } from '../scan/use-scan.ts';
import { useSession } from '../session/use-session.ts';
import { countText } from '../ui/count-text.ts';
import { useStore } from '../ui/store.ts';
import { onIgnoredTap } from '../ui/tap-guard.ts';
import { toast } from '../ui/toast.ts';
import { destinationOf } from './destination.ts';
import { screensLoading } from './screens-loading.ts';

const CameraPanel = lazy(() => import('../scan/camera-panel.tsx'));

/** Tells the person that the second tap of a double tap did nothing. */
function tellNotCounted(): void {
  signal('wrong');
  toast('Not counted. Tap again.', { tone: 'wrong' });
}

/** The effect of a scan that the current screen does not use: an order's label opens the order. This component also renders the camera. */
export default function ScanAnywhere() {
  const navigate = useNavigate();
  const { role } = useSession();
  const isCameraOpen = useStore(cameraOpen);
  const isScreenLoading = useStore(screensLoading) > 0;
  useEffect(() => onIgnoredTap(tellNotCounted), []);
  const engine = useTablet();
  useEffect(() => {
    if (!engine) return undefined;
    return onRefusal(engine.sync, (refused) => {
      // All tabs of this tablet are notified; only the visible one tells the person.
      if (document.visibilityState !== 'visible') return;
      signal('needs_you');
      toast(`${countText(refused, 'change')} could not be made.`, {
        title: 'Needs you',
        tone: 'wrong',
        action: { label: 'Look', run: () => void navigate('/attention') },
      });
    });
  }, [engine, navigate]);
  useScan(
    ({ text }) => {
      const destination = destinationOf(resolveScanHere(text), role === 'super');
      if ('to' in destination) {
        void navigate(destination.to);
        return 'jump';
      }
      const { title, action } = destination;
      const open = action && { label: action.label, run: () => void navigate(action.to) };
      toast(destination.text, { title, tone: 'wrong', ...(open && { action: open }) });
      return destination.answer;
    },
    { anywhere: true },
  );
  return (
    <>
      {isScreenLoading && <ScansWait />}
      {isCameraOpen && (
        <Suspense fallback={null}>
          <CameraPanel />
        </Suspense>
      )}
    </>
  );
}
