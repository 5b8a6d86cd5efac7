import { useState } from 'react';
import { joinDecoration, splitDecoration } from '../../shared/ordering/decoration.ts';
import { articleOnFile, onFileWords } from '../../shared/sizes/size-on-file.ts';
import type { Line, Order, Style } from './client.ts';
import { isCorrectable } from './correctable.ts';
import { useSizesOnFile } from './order-data.ts';
import { firstColour, onlySize, pricesOf, sizeName, sizesIn } from './style.ts';

const UNSIZED = 'unsized';

interface Fields {
  quantity: number;
  /** The id of the role whose budget is charged; empty for the usual role. */
  role: string;
  notes: string;
  /** One of the offered decorations, and the instruction that is added to it. */
  decoration: { choice: string; instruction: string };
}

const fieldsOf = (line: Line | undefined, { decorations_for_employee }: Style): Fields => ({
  quantity: line?.qty_requested ?? 1,
  role: String(line?.budget_employee_role_id ?? ''),
  notes: line?.notes ?? '',
  decoration: splitDecoration(line?.decoration ?? null, decorations_for_employee),
});

const decorationText = ({ decoration: { choice, instruction } }: Fields): string => joinDecoration(choice, instruction);

const colourOf = (line: Line | undefined): string | undefined => line?.product.attributes.variation_colour ?? undefined;

/** The choice of a product for a wearer: colour, size, decoration and quantity. It begins with the values of `initialLine`, if that is passed. */
export function useProductChoice(order: Order, wearerId: number, style: Style, initialLine: Line | undefined) {
  const [openedLine] = useState(initialLine);
  const [theirs, setTheirs] = useState<{ line: Line; text: string } | null>(null);
  // The line as this panel last read it. Other people's changes are found only when the line is saved.
  const line = theirs?.line ?? openedLine;
  const single = onlySize(style);
  const isSizeOnly = line !== undefined && order.is_submitted;
  const isCorrection = line !== undefined && isCorrectable(order, line);
  const orderedColour = colourOf(line);
  const onFile = useSizesOnFile(wearerId).get(style.id);
  const isSized = line?.is_size_selected === true;
  // The size that the wearer last kept is proposed until the person chooses.
  const [pickedColour, setPickedColour] = useState(orderedColour);
  const [pickedSize, setPickedSize] = useState<number | typeof UNSIZED | null | undefined>(isSized ? line.product_id : single?.id);
  const [fields, setFields] = useState(() => fieldsOf(line, style));

  const colour = pickedColour ?? firstColour(style, onFile);
  const sizes = sizesIn(style, style.colours.length ? colour : null);
  const article = articleOnFile(sizes, style.colours.length ? colour : null, onFile);
  const wordsOnFile = onFile && onFileWords(onFile);
  const selectedSize = pickedSize === undefined ? (article?.id ?? null) : pickedSize;
  const isUnsized = selectedSize === UNSIZED;
  const size = sizes.find(({ id }) => id === selectedSize);
  // A line that waits for its size is charged the highest price until it has one.
  const isOpenSize = isUnsized || (selectedSize === null && line !== undefined && !isSized);
  const product_id = isUnsized ? style.id : (size?.id ?? null);
  const decoration = decorationText(fields);
  const lacksDecoration = !isSizeOnly && style.decorations_for_employee.length > 0 && !fields.decoration.choice;

  return {
    line,
    /** Somebody else's change that was found when the line was saved. */
    theirs,
    isSizeOnly,
    isCorrection,
    /** The size of a submitted line is chosen within its colour. */
    colours: isSizeOnly && orderedColour ? style.colours.filter(({ name }) => name === orderedColour) : style.colours,
    colour,
    orderedColour,
    sizes,
    /** True if the style has only one product, so that there is no size to choose. */
    isSingle: single !== undefined,
    size,
    isUnsized,
    isOpenSize,
    prices: pricesOf(style, { size, unsized: isOpenSize ? sizes : undefined }),
    /** The size that the wearer last kept, and a text about it. */
    onFile: wordsOnFile ? { id: article?.id, words: wordsOnFile } : null,
    product_id,
    variation_colour: isUnsized && style.colours.length ? colour : null,
    fields,
    decoration,
    /** Names the first choice that is still missing; null if all are made. */
    missing: product_id === null ? 'Choose a size' : lacksDecoration ? 'Choose a decoration' : fields.quantity > 0 ? null : 'Choose how many',
    chooseSize: (id: number | null): void => setPickedSize(id),
    leaveSize: (): void => setPickedSize(UNSIZED),
    chooseColour: (name: string): void => {
      setPickedColour(name);
      // Chooses the same size in the new colour, if the style has it.
      if (!size) return;
      setPickedSize(sizesIn(style, name).find((other) => sizeName(other) === sizeName(size))?.id ?? null);
    },
    fill: (change: Partial<Fields>): void => setFields((before) => ({ ...before, ...change })),
    /** Merges somebody else's change of the line. Fields that were not edited in this panel get that person's values; edited fields stay. */
    takeOver: (changedLine: Line, text: string): void => {
      if (!line) return;
      if (product_id === line.product_id) {
        setPickedSize(changedLine.is_size_selected ? changedLine.product_id : undefined);
        setPickedColour(colourOf(changedLine));
      }
      const stored = fieldsOf(line, style);
      const current = fieldsOf(changedLine, style);
      setFields((before) => ({
        quantity: before.quantity === stored.quantity ? current.quantity : before.quantity,
        role: before.role === stored.role ? current.role : before.role,
        notes: before.notes === stored.notes ? current.notes : before.notes,
        decoration: decorationText(before) === (line.decoration ?? '') ? current.decoration : before.decoration,
      }));
      setTheirs({ line: changedLine, text });
    },
  };
}
export type ProductChoice = ReturnType<typeof useProductChoice>;
