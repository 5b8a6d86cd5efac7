import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import type { Meaning, ScannedProduct } from '../../shared/scan/meaning.ts';
import type { PickRow } from '../../shared/sync/rows.ts';
import { readScan } from '../offline/read-scan.ts';
import { cameraOpen } from '../scan/camera-open.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { useStore } from '../ui/store.ts';
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

const named = (product: ScannedProduct): string => [product.name, sizeOf(product), product.variation_colour].filter(Boolean).join(', ');

/** The address that a code opens from any screen of the floor, or why it opens none. */
function wayOf(meaning: Meaning): { to: string } | { answer: Answer; title: string; text: string } {
  switch (meaning.is) {
    case 'order':
    case 'bag':
    case 'tote': {
      if (meaning.pick) {
        const isAtBench = meaning.is === 'bag' && meaning.pick.state === 'picked';
        return { to: placeOf(meaning.pick) + (isAtBench ? `#bagging=${meaning.employee_id}` : '') };
      }
      const title = meaning.is === 'tote' ? `Tote ${meaning.tote}` : meaning.is === 'order' ? `Order ${meaning.order_number}` : `Bag ${meaning.text}`;
      return { answer: 'unknown', title, text: meaning.is === 'tote' ? 'No order lies in it.' : 'This order is not on the floor.' };
    }
    case 'box':
      return { to: dispatches(dispatchNumber(meaning.dispatch_id)) };
    case 'tracking':
      return { to: dispatches(meaning.dispatch.dispatch_number) };
    case 'product':
      return { answer: 'wrong', title: named(meaning.product), text: 'Open an order first, then scan what goes into it.' };
    case 'bin':
      return { answer: 'wrong', title: `Bin ${meaning.bin}`, text: 'Open an order first.' };
    case 'unknown':
      return { answer: 'unknown', title: `Not known here: ${meaning.text}`, text: 'It is no product, bin or order on this tablet.' };
  }
}

/** The effect of a scan that the current screen does not use: an order's label opens the order. It renders the camera too. */
export default function ScanAnywhere() {
  const navigate = useNavigate();
  const isCameraOpen = useStore(cameraOpen);
  useScan(
    ({ text }) => {
      const target = wayOf(readScan(text));
      if ('to' in target) {
        void navigate(target.to);
        return 'right';
      }
      toast(target.text, { title: target.title, tone: 'wrong' });
      return target.answer;
    },
    { anywhere: true },
  );
  return isCameraOpen ? (
    <Suspense fallback={null}>
      <CameraPanel />
    </Suspense>
  ) : null;
}
