import { expect, test } from 'vitest';
import { ticksOf, tickText, widthOf } from '../../../pwa/dashboard/axis.ts';
import { csvOf, poundsCell } from '../../../shared/csv.ts';

test('an axis has at most six values, and ends at or above the maximum', () => {
  expect(ticksOf(0).map(tickText)).toEqual(['£0', '£1']);
  expect(ticksOf(68_000).map(tickText)).toEqual(['£0', '£200', '£400', '£600', '£800']);
  expect(ticksOf(3_347_000).map(tickText)).toEqual(['£0', '£10k', '£20k', '£30k', '£40k']);
  for (const most of [1, 99, 100, 101, 1250, 12_345, 99_999, 100_000, 640_000, 7_654_321, 250_000_000]) {
    const ticks = ticksOf(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(new Set(ticks.map(tickText)).size).toBe(ticks.length);
  }
});

test('a chart of more than 15 labels is 35 px wide for each label', () => {
  expect([widthOf(0), widthOf(15), widthOf(16), widthOf(100)]).toEqual([undefined, undefined, 560, 3500]);
});

test('a CSV contains numbers unchanged; text that a spreadsheet would read as a formula gets an apostrophe in front', () => {
  expect(
    csvOf([
      ['Site', 'Spent'],
      ['=HYPERLINK("http://x")', poundsCell(123_456)],
      ['+44 113', poundsCell(-5)],
      ['-2', '-1.50'],
      ['@home, "here"', 0],
    ]),
  ).toBe('\uFEFFSite,Spent\r\n"\'=HYPERLINK(""http://x"")",1234.56\r\n\'+44 113,-0.05\r\n-2,-1.50\r\n"\'@home, ""here""",0\r\n');
});
