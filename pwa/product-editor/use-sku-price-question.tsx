import { type ReactNode, useRef, useState } from 'react';
import type { ProductFields, SkusFollow } from '../../shared/catalogue/product.ts';
import { type SkuPriceQuestion, skuPriceQuestion } from '../api/sku-price-choices.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { EditedProduct } from './client.ts';

/** Asks what a style's new price or cost does to SKUs with an amount of their own. Without an answer nothing is sent. Render `dialog` once. */
export function useSkuPriceQuestion({ price, cost, sku_prices, sku_costs, children_count, name }: EditedProduct) {
  const [open, setOpen] = useState<{ question: SkuPriceQuestion; answer: (choice: SkusFollow | null) => void } | null>(null);
  const choice = useRef<SkusFollow>('alike');
  const askSkus = async (value: Partial<ProductFields>): Promise<boolean> => {
    choice.current = 'alike';
    const question =
      (value.price === undefined ? null : skuPriceQuestion(price, sku_prices, children_count)) ??
      (value.cost === undefined ? null : skuPriceQuestion(cost, sku_costs, children_count));
    if (!question) return true;
    const chosen = await new Promise<SkusFollow | null>((answer) => setOpen({ question, answer }));
    setOpen(null);
    if (chosen) choice.current = chosen;
    return chosen !== null;
  };
  const close = (): void => open?.answer(null);
  const dialog: ReactNode = open && (
    <Dialog open title={`What changes with ${name}?`} onClose={close} actions={<Button onClick={close}>Change nothing</Button>}>
      <div className="flow">
        <p>{open.question.text}</p>
        {open.question.choices.map(({ value, label }) => (
          <Button key={value} block onClick={() => open.answer(value)}>
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  );
  return { askSkus, choice, dialog };
}
