import { REPEAT_WINDOW } from './repeat-window.ts';

/** An act of a person, and its result. */
interface Act<Input, Result> {
  input: Input;
  result: Result;
  pressed_at: number;
  /** Its result is on the screen. */
  isShown: boolean;
}

/** The latest act, whichever control it came from. */
let newest: object | null = null;

/**
 * Recognises the repeat of an act: the same again before the screen shows its result, or as the second half of a double click. A repeat gets the
 * result of the first, and nothing is carried out twice. Once the result is shown, the same act after another one is a new act.
 */
export class RepeatGuard<Input, Result> {
  #last: Act<Input, Result> | null = null;
  readonly #isSame: (one: Input, other: Input) => boolean;

  /** `isSame` compares two inputs; texts and numbers need none. */
  constructor(isSame: (one: Input, other: Input) => boolean = Object.is) {
    this.#isSame = isSame;
  }

  /** The act that this one repeats; null where it is a new one. */
  findRepeated(input: Input): Act<Input, Result> | null {
    const last = this.#last;
    if (!last || !this.#isSame(last.input, input)) return null;
    if (last.isShown && (newest !== last || performance.now() - last.pressed_at >= REPEAT_WINDOW)) return null;
    last.pressed_at = performance.now();
    return last;
  }

  /** Keeps a new act. `markShown` is called once the screen shows its result, `markFailed` where the same again is another try. */
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
