import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newlySeen, type Seen, UNSEEN_AFTER } from '../../../pwa/scan/debounce.ts';

const look = (pictures: readonly { texts: string[]; at: number }[]): string[] => {
  let seenCodes: Seen = new Map();
  return pictures.flatMap(({ texts, at }) => {
    const step = newlySeen(seenCodes, texts, at);
    seenCodes = step.seen;
    return step.fresh;
  });
};

/** Time that advances with each pause. */
function clock(): (pause: number) => number {
  let at = 0;
  return (pause) => {
    at += pause;
    return at;
  };
}

test('a code that stays in the camera’s view counts once, however often it is read', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: UNSEEN_AFTER - 1 }), { minLength: 1, maxLength: 60 }), (pauses) => {
      const next = clock();
      expect(look(pauses.map((pause) => ({ texts: ['A'], at: next(pause) })))).toEqual(['A']);
    }),
  );
});

test('a code that has left the camera’s view for long enough counts again', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: UNSEEN_AFTER, max: 9000 }), { minLength: 1, maxLength: 20 }), (pauses) => {
      const next = clock();
      expect(look(pauses.map((pause) => ({ texts: ['A'], at: next(pause) })))).toHaveLength(pauses.length);
    }),
  );
});

test('two codes in one picture are two scans; an unreadable picture in between changes nothing', () => {
  expect(
    look([
      { texts: ['A', 'B', 'A'], at: 0 },
      { texts: [], at: 100 },
      { texts: ['B'], at: 200 },
      { texts: ['C', 'A'], at: 300 },
    ]),
  ).toEqual(['A', 'B', 'C']);
});
