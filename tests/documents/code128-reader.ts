import type { CanvasRect } from 'pdfmake/interfaces';

/** Widths in modules of the bars and spaces of the symbols 0 to 105, as the standard lists them. */
const symbols = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232'
).split(' ');
const STOP = '2331112';
const [TO_C, TO_B, TO_A] = [99, 100, 101];

/** Returns the text that a scanner reads from bars whose modules are `module` points wide. Throws if a scanner could not read them. */
export function readCode128(bars: CanvasRect[], module: number): string {
  const inModules = (points: number): number => {
    const modules = points / module;
    if (Math.abs(modules - Math.round(modules)) > 0.05) throw new Error(`${points} points is no whole number of modules`);
    return Math.round(modules);
  };
  const runs = bars.flatMap((bar, index) => {
    const before = bars[index - 1];
    return before ? [inModules(bar.x - before.x - before.w), inModules(bar.w)] : [inModules(bar.w)];
  });
  const pattern = runs.join('');
  if (!pattern.endsWith(STOP)) throw new Error('no stop symbol');

  const values: number[] = [];
  for (let at = 0; at < pattern.length - STOP.length; at += 6) {
    const value = symbols.indexOf(pattern.slice(at, at + 6));
    if (value < 0) throw new Error(`no symbol is ${pattern.slice(at, at + 6)}`);
    values.push(value);
  }
  return textOf(values);
}

function textOf(values: number[]): string {
  const checksum = values.pop();
  const sum = values.reduce((total, value, index) => total + value * Math.max(1, index), 0);
  if (sum % 103 !== checksum) throw new Error('the check symbol is wrong');

  let set = { 103: TO_A, 104: TO_B, 105: TO_C }[values[0] ?? -1];
  if (set === undefined) throw new Error('no start symbol');
  let text = '';
  for (const value of values.slice(1)) {
    // In set C the values below 100 are two digits. In the other sets, 99 changes to set C.
    if (set === TO_C && value < TO_B) text += String(value).padStart(2, '0');
    else if (value === TO_A || value === TO_B || value === TO_C) set = value;
    else text += String.fromCharCode(value + 32);
  }
  return text;
}
