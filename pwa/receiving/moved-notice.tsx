import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { keepPlacements } from './local-receipts.ts';
import { movedItems, placementsOf, type ReceiptScreen } from './receipt-screen.ts';
import { goodsName } from './use-receive-scan.ts';

/**
 * The office has answered, and items have another place than this tablet showed: their order was cancelled, held or supplied otherwise
 * meanwhile. One at a time, until somebody has carried it.
 */
export function MovedNotice({ screen: { uuid, local, row, lines, is_waiting } }: { screen: ReceiptScreen }) {
  if (!local || !row || row.id === null || is_waiting) return null;
  const now = placementsOf(row);
  const [moved, ...others] = movedItems(local.placements, now);
  if (!moved) return null;
  const line = lines.find(({ product_id }) => product_id === moved.product_id);
  const name = line ? goodsName(line) : 'an item';
  const bin = line?.bin ?? 'their bin';
  const done = (): void => {
    const others = local.placements.filter((one) => one.order_line_id !== moved.order_line_id || one.product_id !== moved.product_id);
    const is = now.find((one) => one.order_line_id === moved.order_line_id && one.product_id === moved.product_id);
    keepPlacements(uuid, is ? [...others, is] : others);
  };
  return (
    <Banner tone="warn" action={<Button onClick={done}>Done</Button>}>
      {moved.to === 'bin' ? (
        <>
          <strong>Order {moved.order_number} does not wait any more.</strong> Take {moved.qty} of {name} {moved.tote && `from tote ${moved.tote} `}to{' '}
          <strong className="code">{bin}</strong>.
        </>
      ) : (
        <>
          <strong>Order {moved.order_number} gets them now.</strong> Take {moved.qty} of {name} from <strong className="code">{bin}</strong>{' '}
          {moved.tote ? `to tote ${moved.tote}` : 'to its tote'}.
        </>
      )}
      {others.length > 0 && <span className="note"> {others.length} more to move.</span>}
    </Banner>
  );
}
