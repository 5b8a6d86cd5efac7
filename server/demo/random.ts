/** A random source that repeats: the same seed gives the same numbers. */
export interface Random {
  /** From 0 to 1, 1 not included. */
  next(): number;
  /** A whole number of the range, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(of: readonly T[]): T;
  /** True with this probability in per cent. */
  chance(percent: number): boolean;
}

/** Mulberry32: small, quick, and good enough for demo data. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick: <T>(of: readonly T[]): T => {
      const one = of[whole(0, of.length - 1)];
      if (one === undefined) throw new Error('Nothing to pick from');
      return one;
    },
    chance: (percent) => next() * 100 < percent,
  };
}

const hex = (random: Random, digits: number): string => Array.from({ length: digits }, () => random.whole(0, 15).toString(16)).join('');

/** A version 7 UUID of a time, its random part taken from the given source. */
export function uuidOf(random: Random, start: Date): string {
  const time = start.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-${(8 + random.whole(0, 3)).toString(16)}${hex(random, 3)}-${hex(random, 12)}`;
}
