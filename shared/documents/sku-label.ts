/** Sizes of the labels of SKUs and bins: 50 x 25 mm for a shelf edge or a hanger, 4 x 6 inch for a pallet or a rack. */
export const labelSizes = ['50x25', '4x6'] as const;
export type LabelSize = (typeof labelSizes)[number];
/** The kinds of thing that such a label is for. */
export type LabelledThing = 'sku' | 'bin';

/** By label size, the most characters of Code 128 that a scanner can still read; a pair of digits counts as one character. */
const MAX_CHARACTERS: Record<LabelSize, number> = { '50x25': 13, '4x6': 31 };

/** Whether a code is too long for a barcode on the label, which then shows the code only as text. */
export const isTooLongForBars = (code: string, size: LabelSize): boolean =>
  (/^\d+$/.test(code) ? Math.ceil(code.length / 2) : code.length) > MAX_CHARACTERS[size];
