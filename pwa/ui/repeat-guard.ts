import { REPEAT_WINDOW } from './repeat-window.ts';

/** An act of a person, and its result. */
interface Act<Input, Result> {
  input: Input;
  result: Result;
  pressed_at: number;
  /** True once the act's result is on the screen. */
  isShown: boolean;
}

/** The latest act of any control on the page. */
let newest: object | null = null;

/**
 * Recognises a repeat: the same act again before the screen shows the first act's result, or within `REPEAT_WINDOW` if no other act came between, as
 * in a double click. A repeat gets the result of the first act, and nothing is carried out twice.
 */
export class RepeatGuard<Input, Result> {
  #last: Act<Input, Result> | null = null;
  readonly #isSame: (one: Input, other: Input) => boolean;

  /** `isSame` compares two inputs; not needed for texts and numbers. */
  constructor(isSame: (one: Input, other: Input) => boolean = Object.is) {
    this.#isSame = isSame;
  }

  /** Returns the last act if a new act with this `input` repeats it; otherwise null. */
  findRepeated(input: Input): Act<Input, Result> | null {
    const last = this.#last;
    if (!last || !this.#isSame(last.input, input)) return null;
    if (last.isShown && (newest !== last || performance.now() - last.pressed_at >= REPEAT_WINDOW)) return null;
    last.pressed_at = performance.now();
    return last;
  }

  /** Stores a new act. Call `markShown` once the screen shows its result, and `markFailed` if a repeat is to be a new attempt. */
  keep(input: Input, result: Result): { markShown: () => void; markFailed: () => void } {
    const act = { input, result, pressed_at: performance.now(), isShown: false };
    this.#last = act;
    newest = act;
    return {
      markShown: () => {
        act.isShown = true;
      },
      markFailed: () => {
        if (this.#last === act) this.#last = null;
      },
    };
  }
}
