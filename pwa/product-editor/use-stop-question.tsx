import { useQueryClient } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.ts';
import { holdersText, readInUse } from '../api/catalogue.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { type Stop, stopEffects } from './stop-warnings.tsx';

const verbs = { unpublish: 'Unpublish', discontinue: 'Discontinue' } as const;

/**
 * Asks the person before it unpublishes or discontinues products that are in open orders or drafts. Products that nobody has ordered need no
 * question. Render `dialog` once.
 */
export function useStopQuestion() {
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const askStop = async (ids: readonly number[], stop: Stop, name: string): Promise<boolean> => {
    const use = await queries
      .fetchQuery({ queryKey: ['products', 'in-use', ids], queryFn: () => readInUse(ids), staleTime: 0 })
      .catch((error) => asApiError(error));
    if ('orders' in use && use.orders + use.drafts === 0) return true;
    const where = 'orders' in use ? holdersText(use) : null;
    return ask({
      title: `${verbs[stop]} ${name}?`,
      body: (
        <>
          <p>{where === null ? 'It is not known whether open orders hold it.' : `It is on ${where}.`}</p>
          <p>{stopEffects[stop]}</p>
        </>
      ),
      action: verbs[stop],
      destroys: true,
    });
  };
  return { askStop, dialog };
}
