import { choices } from './mutations/resolve-outcome.ts';

/** The office's choices for goods that were not expected: keep them, send them back to the supplier, or take them into stock. */
export const goodsChoices = ['keep', 'send_back', 'receive'] as const;
export type GoodsChoice = (typeof goodsChoices)[number];

/** The ways in which the office resolves an item of its attention list. */
export const officeChoices = [...choices, ...goodsChoices] as const;
export type OfficeChoice = (typeof officeChoices)[number];

/** True for a choice about goods. */
export const isGoodsChoice = (choice: OfficeChoice): choice is GoodsChoice => (goodsChoices as readonly string[]).includes(choice);
