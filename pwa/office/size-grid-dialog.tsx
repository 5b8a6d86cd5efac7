import { useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SizeRun } from '../ui/size-run.tsx';
import type { Order, Style } from './client.ts';
import { freeWords, newLinesOf, usualDecoration } from './sku-choice.ts';
import { useAddLines } from './use-add-lines.ts';
import type { Change } from './use-change.ts';

const LONGEST = String(limits.line_quantity).length;

interface SizeGridDialogProps {
  order: Order;
  wearer: { id: number; name: string };
  style: Style;
  change: Change;
  onClose: () => void;
  /** Called once the lines are stored. */
  onAdded: () => void;
}

/** The sizes of a style as a grid, each with its free stock and a quantity. All of them are added in one step. */
export function SizeGridDialog({ order, wearer, style, change, onClose, onAdded }: SizeGridDialogProps) {
  const [quantities, setQuantities] = useState<ReadonlyMap<number, string>>(new Map());
  const { addLines, busy } = useAddLines(order.uuid, change);
  const newLines = style.children.flatMap((child) => {
    const quantity = Number(quantities.get(child.id) ?? '');
    return quantity > 0 ? [{ choice: { style, child }, quantity }] : [];
  });
  const items = newLines.reduce((sum, { quantity }) => sum + quantity, 0);
  const colours = [...new Set(style.children.map(({ attributes }) => attributes.variation_colour))];
  const add = async (): Promise<void> => {
    if (busy || newLines.length === 0) return;
    if (!(await addLines(wearer.id, newLinesOf(newLines)))) return;
    onClose();
    onAdded();
  };
  const fill = (typed: Readonly<Record<number, string>>): void =>
    setQuantities((before) => {
      const short = Object.entries(typed).map(([id, text]) => [Number(id), text.replace(/\D/g, '').slice(0, LONGEST)] as const);
      return new Map([...before, ...short]);
    });
  const decoration = usualDecoration(style);
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      width={640}
      title={`Several sizes of ${style.name}`}
      description={decoration ? `For ${wearer.name}, with ${decoration}` : `For ${wearer.name}`}
      onSubmit={() => void add()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} busyText="Adding" disabled={newLines.length === 0}>
            {newLines.length > 0 ? `Add ${countText(items, 'item')} on ${countText(newLines.length, 'line')}` : 'Add lines'}
          </Button>
        </>
      }
    >
      <SizeRun
        rows={colours.map((name) => ({
          name,
          cells: style.children
            .filter(({ attributes }) => attributes.variation_colour === name)
            .map((child) => {
              const size = sizeOf(child.attributes) ?? 'One size';
              return { id: child.id, size, heading: size, notes: [freeWords(child)] };
            }),
        }))}
        label={style.name}
        field={(id) => ({
          name: `quantity_${id}`,
          value: quantities.get(id) ?? '',
          onChange: ({ target }) => fill({ [id]: target.value }),
        })}
        onFill={fill}
      />
    </Dialog>
  );
}
