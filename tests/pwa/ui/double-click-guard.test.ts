import { beforeEach, expect, test, vi } from 'vitest';
import { guardDoubleClicks } from '../../../pwa/ui/double-click-guard.ts';
import { guardPlainLinks } from '../../../pwa/ui/plain-link-guard.ts';

/** Stands for an `Element` that can be pressed. */
class Control {
  closest(): this {
    return this;
  }
}

let onScreen: Control[];
let counted: unknown[];

beforeEach(() => {
  vi.stubGlobal('Element', Control);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { querySelectorAll: () => onScreen });
  vi.stubGlobal('location', { href: '/orders/1' });
  onScreen = [];
  counted = [];
});

/** Records the targets that clicks reach. */
const followClicks = (): void => window.addEventListener('click', ({ target }) => counted.push(target));

/** Presses a control at a time in milliseconds, always at the same point. `clicks` is the browser's count of clicks at this point. */
function press(target: Control, at: number, clicks = 1): void {
  for (const type of ['pointerdown', 'mousedown', 'click']) {
    const event = new Event(type, { cancelable: true });
    const about = { target, timeStamp: at, clientX: 10, clientY: 10, detail: type === 'pointerdown' ? 0 : clicks };
    for (const [name, value] of Object.entries(about)) Object.defineProperty(event, name, { value });
    window.dispatchEvent(event);
  }
}

test.each([
  [110, false],
  [400, false],
  [499, false],
  [500, true],
])('if a new screen shows an order where somebody has just pressed, a press on the order %i ms later is accepted: %s', (gap, counts) => {
  guardDoubleClicks();
  followClicks();
  const [deliver, order] = [new Control(), new Control()];
  onScreen = [deliver];
  press(deliver, 1000);
  onScreen = [order];
  press(order, 1000 + gap);
  expect(counted).toEqual(counts ? [deliver, order] : [deliver]);
});

test('a button that stays accepts every press; a button that has just appeared accepts a press if a key was pressed in between', () => {
  guardDoubleClicks();
  followClicks();
  const [next, order] = [new Control(), new Control()];
  onScreen = [next];
  press(next, 1000);
  press(next, 1100);
  onScreen = [next, order];
  window.dispatchEvent(new Event('keydown'));
  press(order, 1200);
  expect(counted).toEqual([next, next, order]);
});

test('a double click opens a plain link once, even if the system allows slow double clicks; a later click opens it again', () => {
  guardPlainLinks();
  followClicks();
  const [link, other] = [new Control(), new Control()];
  press(link, 1000);
  press(link, 1400);
  // A system with a long double-click time counts this press as a second click.
  press(link, 2300, 2);
  expect(counted).toEqual([link]);
  press(link, 2900);
  press(other, 3000);
  press(link, 3100);
  expect(counted).toEqual([link, link, other, link]);
});
