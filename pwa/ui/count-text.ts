const grouped = new Intl.NumberFormat('en-GB');

/** "1 order", "1,204 orders". */
export const countText = (count: number, one: string, many = `${one}s`): string => `${grouped.format(count)} ${count === 1 ? one : many}`;

/** 1204 as "1,204". */
export const formatCount = (count: number): string => grouped.format(count);
