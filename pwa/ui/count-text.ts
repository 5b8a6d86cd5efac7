/** 1204 as "1,204". It does not use `Intl`: loading its rules would take a tenth of a tablet's start. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** "1 order", "1,204 orders". */
export const countText = (count: number, one: string, many = `${one}s`): string => `${formatCount(count)} ${count === 1 ? one : many}`;
