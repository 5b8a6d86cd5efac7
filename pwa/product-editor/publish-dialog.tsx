import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.ts';
import { BatchDialog } from '../api/batch-dialog.tsx';
import { holdersText, readInUse } from '../api/catalogue.ts';
import { once } from '../api/transport.ts';
import { type BatchResult, useBatches } from '../api/use-batches.ts';
import { countText } from '../ui/count-text.ts';
import { setField, type Variation } from './client.ts';
import { refreshProducts } from './refresh.ts';

interface PublishDialogProps {
  chosen: readonly Variation[];
  /** Whether the variations are to be published; false to unpublish them. */
  isPublished: boolean;
  onClose: (isDone: boolean) => void;
}

/** How many variations are sent between two updates of the progress. */
const AT_ONCE = 10;

/** Publishes or unpublishes variations, and shows the result for each SKU. Before it unpublishes, it says which orders contain the variations. */
export function PublishDialog({ chosen, isPublished, onClose }: PublishDialogProps) {
  const ids = chosen.map(({ id }) => id);
  const inUse = useQuery({ queryKey: ['products', 'in-use', ids], queryFn: () => readInUse(ids), enabled: !isPublished, staleTime: 0 });
  const batches = useBatches({
    items: chosen,
    idOf: ({ id }) => String(id),
    size: AT_ONCE,
    refresh: refreshProducts,
    send: async (some) => {
      const results: BatchResult[] = [];
      for (const { id, sku } of some) {
        const result = { id: String(id), name: sku };
        try {
          await setField({ id, field: 'is_published', value: isPublished }, once());
          results.push({ ...result, is_done: true, message: isPublished ? 'Published' : 'Unpublished' });
        } catch (cause) {
          const error = asApiError(cause);
          // No response or a fault of the server ends the run; a refusal concerns only this variation.
          if (error.status <= 0 || error.status >= 500) throw error;
          results.push({ ...result, is_done: false, message: error.first_messages.value ?? error.message });
        }
      }
      return results;
    },
  });
  const holders = inUse.data ? holdersText(inUse.data) : '';
  const usageText = holders ? `They are on ${holders}.` : 'No open order and no draft holds any of them.';
  const count = countText(chosen.length, 'variation');
  return (
    <BatchDialog
      batches={batches}
      noun="variation"
      hasCodes
      title={isPublished ? `Publish ${count}` : `Unpublish ${count}?`}
      ask={
        isPublished
          ? 'The clothing sets that hold them offer them.'
          : `${usageText} What is ordered is delivered all the same; nobody can order more, and drafts cannot be submitted with them.`
      }
      start={`${isPublished ? 'Publish' : 'Unpublish'} ${count}`}
      look={isPublished ? 'primary' : 'destroy'}
      cancel="Leave them as they are"
      waits={isPublished || inUse.data ? null : inUse.isError ? 'The orders that hold them cannot be read.' : 'Looking for orders that hold them.'}
      csv={{ file: `${isPublished ? 'publish' : 'unpublish'}-results.csv`, heading: 'sku' }}
      onClose={onClose}
    />
  );
}
