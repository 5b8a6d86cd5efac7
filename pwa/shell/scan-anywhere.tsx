import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import type { ScannedProduct, ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { PickRow } from '../../shared/sync/rows.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { onRefusal } from '../offline/on-refusal.ts';
import { useTablet } from '../offline/use-floor.ts';
import { cameraOpen } from '../scan/camera-open.ts';
import { signal } from '../scan/signal.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { countText } from '../ui/count-text.ts';
import { useStore } from '../ui/store.ts';
import { onIgnoredTap } from '../ui/tap-guard.ts';
import { toast } from '../ui/toast.ts';

const CameraPanel = lazy(() => import('../scan/camera-panel.tsx'));

const dispatches = (search: string): string => `/admin/shipping/dispatches#search=${encodeURIComponent(search)}`;

/** The screen on which an order is worked on now. */
function placeOf({ state, uuid, order_number }: PickRow): string {
  if (state === 'picked') return `/admin/prep/orders/${uuid}`;
  if (state === 'booked') return '/admin/shipping';
  if (state === 'awaiting_courier') return dispatches(order_number);
  return `/admin/picking/orders/${uuid}`;
}

const productName = (product: ScannedProduct): string => [product.name, sizeOf(product), product.variation_colour].filter(Boolean).join(', ');

/** The address that a code opens from any screen of the floor, or why it opens none. */
function destinationOf(target: ScanTarget): { to: string } | { answer: Answer; title: string; text: string } {
  switch (target.is) {
    case 'order':
    case 'bag':
    case 'tote': {
      if (target.pick) {
        const isAtBench = target.is === 'bag' && target.pick.state === 'picked';
        return { to: placeOf(target.pick) + (isAtBench ? `#bagging=${target.employee_id}` : '') };
      }
      const title = target.is === 'tote' ? `Tote ${target.tote}` : target.is === 'order' ? `Order ${target.order_number}` : `Bag ${target.text}`;
      return { answer: 'unknown', title, text: target.is === 'tote' ? 'No order lies in it.' : 'This order is not on the floor.' };
    }
    case 'box':
      return { to: dispatches(dispatchNumber(target.dispatch_id)) };
    case 'tracking':
      return { to: dispatches(target.dispatch.dispatch_number) };
    case 'product':
      return { answer: 'wrong', title: productName(target.product), text: 'Open an order first, then scan what goes into it.' };
    case 'bin':
      return { answer: 'wrong', title: `Bin ${target.bin}`, text: 'Open an order first.' };
    case 'unknown':
      return { answer: 'unknown', title: `Not known here: ${target.text}`, text: 'It is no product, bin or order on this tablet.' };
  }
}

/** The second tap of a double tap did nothing. */
function tellNotCounted(): void {
  signal('wrong');
  toast('Not counted. Tap again.', { tone: 'wrong' });
}

/** The effect of a scan that the current screen does not use: an order's label opens the order. It renders the camera too. */
export default function ScanAnywhere() {
  const navigate = useNavigate();
  const isCameraOpen = useStore(cameraOpen);
  useEffect(() => onIgnoredTap(tellNotCounted), []);
  const engine = useTablet();
  useEffect(() => {
    if (!engine) return undefined;
    return onRefusal(engine.sync, (refused) => {
      // The other tabs of this tablet hear of it too: one of them is in front.
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
      const destination = destinationOf(resolveScanHere(text));
      if ('to' in destination) {
        void navigate(destination.to);
        return 'jump';
      }
      toast(destination.text, { title: destination.title, tone: 'wrong' });
      return destination.answer;
    },
    { anywhere: true },
  );
  return isCameraOpen ? (
    <Suspense fallback={null}>
      <CameraPanel />
    </Suspense>
  ) : null;
}
