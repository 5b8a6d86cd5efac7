import { setImmediate } from 'node:timers/promises';

/** Something that is going to happen. */
export interface Due {
  at: number;
  /** Breaks ties: events planned earlier happen first. */
  n: number;
  /** Null where it was cancelled. */
  work: (() => void) | null;
}

/**
 * The only clock and the only scheduler of a simulation. Everything that waits, waits for an event here. Events happen one at a time, and the next
 * one only after all consequences of the last have come to rest. So the same seed gives the same scenario.
 */
export class Stage {
  now = Date.parse('2026-11-21T08:00:00.000Z');
  #formatted = { now: Number.NaN, time: '' };
  #queue: Due[] = [];
  #n = 0;
  /** Pieces of work that may use real asynchrony, and have neither ended nor parked at an event of the stage. */
  #busy = 0;
  events = 0;

  get time(): string {
    if (this.#formatted.now !== this.now) this.#formatted = { now: this.now, time: new Date(this.now).toISOString() };
    return this.#formatted.time;
  }

  /** Schedules something in this many milliseconds. */
  after(ms: number, work: () => void): Due {
    const due: Due = { at: this.now + Math.max(0, ms), n: this.#n++, work };
    const queue = this.#queue;
    let i = queue.length;
    queue.push(due);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = queue[parent];
      if (!above || !isSooner(due, above)) break;
      queue[i] = above;
      i = parent;
    }
    queue[i] = due;
    return due;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Runs work that may wait for real input and output: no event happens meanwhile. */
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  /** A wait inside busy work: other work may continue. */
  async park<T>(what: Promise<T>): Promise<T> {
    this.#busy -= 1;
    try {
      return await what;
    } finally {
      this.#busy += 1;
    }
  }

  /** What busy work waits for when its process has died. */
  forever(): Promise<never> {
    this.#busy -= 1;
    return new Promise(() => undefined);
  }

  async #settle(): Promise<void> {
    do await setImmediate();
    while (this.#busy > 0);
  }

  /** Runs events until there are none left, the condition holds, or the time is over. */
  async play(until: () => boolean, deadline = Number.POSITIVE_INFINITY): Promise<boolean> {
    await this.#settle();
    while (!until()) {
      const due = this.#next(deadline);
      if (!due) return false;
      this.now = due.at;
      if (!due.work) continue;
      this.events += 1;
      due.work();
      await this.#settle();
    }
    return true;
  }

  #next(deadline: number): Due | null {
    const queue = this.#queue;
    const first = queue[0];
    if (!first || first.at > deadline) return null;
    const last = queue.pop();
    if (last && last !== first) {
      let i = 0;
      for (;;) {
        let child = 2 * i + 1;
        const [left, right] = [queue[child], queue[child + 1]];
        if (!left) break;
        if (right && isSooner(right, left)) child += 1;
        const sooner = queue[child];
        if (!sooner || !isSooner(sooner, last)) break;
        queue[i] = sooner;
        i = child;
      }
      queue[i] = last;
    }
    return first;
  }
}

const isSooner = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.n < b.n);
