import { replaceEqualDeep } from '@tanstack/react-query';

/** Whether two inputs of a write say the same. */
export const isSameInput = <Input>(one: Input, other: Input): boolean => replaceEqualDeep(one, other) === one;
