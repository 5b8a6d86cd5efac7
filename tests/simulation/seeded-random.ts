import type { Random } from '../../pwa/offline/ports.ts';

/** A small, fast random generator with a seed: the same seed gives the same numbers. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
    for (let i = 0; i < 4; i++) this.fraction();
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  #hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += Math.floor(this.fraction() * 16).toString(16);
    return text;
  }

  uuid(): string {
    return `${this.#hex(8)}-${this.#hex(4)}-4${this.#hex(3)}-8${this.#hex(3)}-${this.#hex(12)}`;
  }

  secret(): string {
    return this.#hex(64);
  }

  /** A separate generator for one part of the scenario, so that numbers drawn there do not change the other parts. */
  fork(): SeededRandom {
    return new SeededRandom(Math.floor(this.fraction() * 0xffffffff));
  }

  chance(choices: number): boolean {
    return this.fraction() < choices;
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  one<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.fraction() * choices.length)];
  }

  /** One of the choices, drawn with a probability in proportion to its weight; undefined if there are none. */
  weighted<T>(choices: readonly (readonly [weight: number, thing: T])[]): T | undefined {
    let at = this.fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, thing] of choices) {
      at -= weight;
      if (at < 0) return thing;
    }
    return choices.at(-1)?.[1];
  }
}
