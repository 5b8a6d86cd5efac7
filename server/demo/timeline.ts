/** Everything that happens to one record, in sequence. When a life has to wait, it yields the time at which it continues. */
export type Life = AsyncGenerator<Date, void, void>;

interface Waiting {
  at: number;
  place: number;
  life: Life;
}

/** Runs many lives in one simulated time: the life with the earliest next step always continues first. */
export class Timeline {
  #waiting: Waiting[] = [];
  #places = 0;
  #now: Date;

  constructor(start: Date) {
    this.#now = start;
  }

  get now(): Date {
    return this.#now;
  }

  begin(life: Life): void {
    this.#wait({ at: this.#now.getTime(), place: this.#places++, life });
  }

  /** Run everything that happens before `end`; later steps never run. */
  async until(end: Date): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.at > end.getTime()) break;
      this.#now = new Date(next.at);
      const step = await next.life.next();
      if (!step.done) this.#wait({ ...next, at: Math.max(next.at, step.value.getTime()) });
    }
    this.#waiting = [];
    this.#now = end;
  }

  #wait(one: Waiting): void {
    const after = this.#waiting.findIndex(({ at, place }) => at > one.at || (at === one.at && place > one.place));
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, one);
  }
}
