import { useQueryClient } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.ts';
import { readInUse } from '../api/catalogue.ts';
import { countText } from '../ui/count-text.ts';
import { useConfirm } from '../ui/use-confirm.tsx';

type Stop = 'unpublish' | 'discontinue';
const verbs = { unpublish: 'Unpublish', discontinue: 'Discontinue' } as const;
const effects = {
  unpublish: 'What is ordered is delivered all the same; nobody can order more, and drafts cannot be submitted with it.',
  discontinue: 'What is ordered is delivered all the same; from that day nobody can order more.',
} as const;

/**
 * Asks before products are unpublished or discontinued that open orders or drafts hold; those that nobody has ordered need no question. Render
 * `dialog` once.
 */
export function useStopQuestion() {
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const askStop = async (ids: readonly number[], stop: Stop, name: string): Promise<boolean> => {
    const use = await queries
      .fetchQuery({ queryKey: ['products', 'in-use', ids], queryFn: () => readInUse(ids), staleTime: 0 })
      .catch((error) => asApiError(error));
    if ('orders' in use && use.orders + use.drafts === 0) return true;
    const where =
      'orders' in use
        ? [use.orders > 0 && countText(use.orders, 'open order'), use.drafts > 0 && countText(use.drafts, 'draft')].filter(Boolean).join(' and ')
        : null;
    return ask({
      title: `${verbs[stop]} ${name}?`,
      body: (
        <>
          <p>{where === null ? 'It is not known whether open orders hold it.' : `It is on ${where}.`}</p>
          <p>{effects[stop]}</p>
        </>
      ),
      action: verbs[stop],
      destroys: true,
    });
  };
  return { askStop, dialog };
}
