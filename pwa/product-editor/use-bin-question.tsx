import { askOfBin } from '../api/bins.ts';
import { useConfirm } from '../ui/use-confirm.tsx';

/** Asks before a SKU gets a pick bin that nobody uses yet or that another SKU has. Render `dialog` once. */
export function useBinQuestion() {
  const { ask, dialog } = useConfirm();
  const askBin = async (sku: { id: number; sku: string }, bin: string | null | undefined): Promise<boolean> => {
    const question = await askOfBin(sku, bin ?? null);
    return (
      question === null || ask({ title: question, body: <p>Pickers will be sent there for {sku.sku}.</p>, action: `Use ${bin}`, keep: 'Change it' })
    );
  };
  return { askBin, dialog };
}
