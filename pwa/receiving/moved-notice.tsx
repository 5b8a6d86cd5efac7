import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { keepPlacements } from './local-receipts.ts';
import { type Moved, movedItems, placementsOf, type ReceiptScreen } from './receipt-screen.ts';
import { takeOutOfTote } from './take-out-of-tote.ts';
import { goodsName } from './use-receive-scan.ts';

/**
 * Says that items have another place than this tablet showed, because their order was cancelled, held or supplied otherwise before the office
 * answered. Shows one move at a time, until somebody has carried the items. Until then the put-away list names items in a tote.
 */
export function MovedNotice({ screen: { uuid, local, row, lines, unordered, is_waiting } }: { screen: ReceiptScreen }) {
  if (!row || row.id === null || is_waiting) return null;
  const placements = local?.placements ?? placementsOf(row);
  const [moved, ...others] = movedItems(placements, row);
  if (!moved) return null;
  const line = [...lines, ...unordered].find(({ product_id }) => product_id === moved.product_id);
  const name = line ? goodsName(line) : 'an item';
  const bin = line?.bin ?? 'their bin';
  const isSame = (one: Pick<Moved, 'order_line_id' | 'product_id'>): boolean =>
    one.order_line_id === moved.order_line_id && one.product_id === moved.product_id;
  const done = async (): Promise<void> => {
    if (moved.is_in_tote && showRefusal(await takeOutOfTote(uuid, moved, line?.bin ?? null))) return;
    const matches = placementsOf(row).filter(isSame);
    keepPlacements(uuid, [...placements.filter((one) => !isSame(one)), ...matches]);
  };
  return (
    <Banner tone="warn" action={<Button onClick={() => void done()}>Done</Button>}>
      {moved.to === 'bin' ? (
        <>
          <strong>Order {moved.order_number} does not wait any more.</strong> Take {moved.qty} × {name}{' '}
          {moved.tote && <WholeCodes>{`${moved.is_in_tote ? 'out of' : 'from'} tote ${moved.tote} `}</WholeCodes>}to{' '}
          <strong className="code">{bin}</strong>.
        </>
      ) : (
        <>
          <strong>Order {moved.order_number} gets them now.</strong> Put {moved.qty} × {name}{' '}
          <WholeCodes>{moved.tote ? `into tote ${moved.tote}` : 'into its tote'}</WholeCodes>.
        </>
      )}
      {others.length > 0 && <span className="note"> {others.length} more to move.</span>}
    </Banner>
  );
}
