import { beforeEach, expect, test, vi } from 'vitest';
import { guardDoubleClicks } from '../../../pwa/ui/double-click-guard.ts';
import { guardPlainLinks } from '../../../pwa/ui/plain-link-guard.ts';

/** Something that can be pressed, in the place of everything else. */
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

/** Follows which clicks reach what they were meant for. */
const followClicks = (): void => window.addEventListener('click', ({ target }) => counted.push(target));

/** Presses a control at a time, in milliseconds; `clicks` is how many clicks the browser has counted there. */
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
])('a press %i ms after the first, on an order that the next screen has there, counts: %s', (gap, counts) => {
  guardDoubleClicks();
  followClicks();
  const [deliver, order] = [new Control(), new Control()];
  onScreen = [deliver];
  press(deliver, 1000);
  onScreen = [order];
  press(order, 1000 + gap);
  expect(counted).toEqual(counts ? [deliver, order] : [deliver]);
});

test('a button that stays where it is takes every press, and a new one takes a press after a key', () => {
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

test('a plain link opens once by a double click of any speed that the system counts, and again later', () => {
  guardPlainLinks();
  followClicks();
  const [link, other] = [new Control(), new Control()];
  press(link, 1000);
  press(link, 1400);
  // Somebody has set a longer time for double clicks.
  press(link, 2300, 2);
  expect(counted).toEqual([link]);
  press(link, 2900);
  press(other, 3000);
  press(link, 3100);
  expect(counted).toEqual([link, link, other, link]);
});
