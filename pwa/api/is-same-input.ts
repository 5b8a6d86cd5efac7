import { replaceEqualDeep } from '@tanstack/react-query';

/** Whether two inputs of a write are deeply equal. */
export const isSameInput = <Input>(one: Input, other: Input): boolean => replaceEqualDeep(one, other) === one;
