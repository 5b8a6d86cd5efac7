import { useQuery } from '@tanstack/react-query';
import type { ListedPriceChange } from '../../shared/catalogue/price-change.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { readPriceChange } from './client.ts';
import { SameDay, StyleTable } from './style-table.tsx';

/** A price change that waits for its day, with its effect on today's prices. */
export function PriceChangeDialog({ change, title, onClose }: { change: ListedPriceChange; title: string; onClose: () => void }) {
  const { data, isError } = useQuery({ queryKey: ['price-changes', 'one', change.id], queryFn: ({ signal }) => readPriceChange(change.id, signal) });
  return (
    <Dialog
      open
      title={title}
      description={`From ${formatDate(change.effective_on, 'date')}, by ${change.created_by.name}`}
      width={640}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flow">
        {data ? (
          <>
            <p className="strong">{countText(data.rows.length === 0 ? change.prices : (data.by_style?.skus_count ?? 0), 'SKU')}</p>
            <SameDay field={data.field} changes={data.same_day} />
            {data.by_style ? <StyleTable byStyle={data.by_style} /> : <p className="sub">It does not wait any more.</p>}
          </>
        ) : isError ? (
          <p role="alert">It could not be read.</p>
        ) : (
          <Skeleton width="60%" />
        )}
      </div>
    </Dialog>
  );
}
