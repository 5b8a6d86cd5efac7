import { expect, test } from 'vitest';
import { once } from '../shared/once.ts';

test('a value is computed at its first use, and only once, even if it is undefined', () => {
  for (const value of [7, undefined]) {
    let times = 0;
    const get = once(() => {
      times++;
      return value;
    });
    expect(times).toBe(0);
    expect([get(), get()]).toEqual([value, value]);
    expect(times).toBe(1);
  }
});
