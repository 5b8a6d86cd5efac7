import { setImmediate } from 'node:timers/promises';

/** An event that the scheduler has yet to run. */
export interface ScheduledEvent {
  at: number;
  /** Breaks ties: events planned earlier happen first. */
  n: number;
  /** Null if the event was cancelled. */
  work: (() => void) | null;
}

/**
 * The only clock and the only scheduler of a simulation. Every wait ends with an event of this scheduler. Events happen one at a time, and the next
 * one only after all consequences of the last one have ended. So the same seed gives the same scenario.
 */
export class Scheduler {
  now = Date.parse('2026-11-21T08:00:00.000Z');
  #formatted = { now: Number.NaN, time: '' };
  #queue: ScheduledEvent[] = [];
  #n = 0;
  /** The number of tracked tasks that are running, without those that are suspended until an event. */
  #busy = 0;
  events = 0;

  get time(): string {
    if (this.#formatted.now !== this.now) this.#formatted = { now: this.now, time: new Date(this.now).toISOString() };
    return this.#formatted.time;
  }

  /** Schedules work in `ms` milliseconds of simulated time. */
  schedule(ms: number, work: () => void): ScheduledEvent {
    const event: ScheduledEvent = { at: this.now + Math.max(0, ms), n: this.#n++, work };
    const queue = this.#queue;
    let i = queue.length;
    queue.push(event);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = queue[parent];
      if (!above || !isSooner(event, above)) break;
      queue[i] = above;
      i = parent;
    }
    queue[i] = event;
    return event;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.schedule(ms, resolve));
  }

  /** Runs work that may wait for real input and output. No event happens until the work has ended. */
  async trackWork<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  /** Waits inside tracked work, while events and other work may continue. */
  async suspend<T>(promise: Promise<T>): Promise<T> {
    this.#busy -= 1;
    try {
      return await promise;
    } finally {
      this.#busy += 1;
    }
  }

  /** A promise that never resolves, for tracked work whose process has been killed. */
  suspendForever(): Promise<never> {
    this.#busy -= 1;
    return new Promise(() => undefined);
  }

  async #settle(): Promise<void> {
    do await setImmediate();
    while (this.#busy > 0);
  }

  /** Runs events until the condition holds. Returns false if no event is left before the deadline. */
  async runUntil(isDone: () => boolean, deadline = Number.POSITIVE_INFINITY): Promise<boolean> {
    await this.#settle();
    while (!isDone()) {
      const event = this.#next(deadline);
      if (!event) return false;
      this.now = event.at;
      if (!event.work) continue;
      this.events += 1;
      event.work();
      await this.#settle();
    }
    return true;
  }

  #next(deadline: number): ScheduledEvent | null {
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

const isSooner = (a: ScheduledEvent, b: ScheduledEvent): boolean => a.at < b.at || (a.at === b.at && a.n < b.n);
