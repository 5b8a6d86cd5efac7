export const say = (line = ''): void => void process.stdout.write(`${line}\n`);

export const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

const cells = (what: string, others: readonly string[]): string => what.padEnd(58) + others.map((cell) => cell.padStart(14)).join('');

/** The output of a bench: what was measured, the figures under their headings, the targets, and whether the figures meet the targets. */
export function benchTable(...headings: [string, string]) {
  let isGood = true;
  return {
    head: () => say(cells('', [...headings, 'target'])),
    row: (what: string, figures: readonly [string, string], target: string, ok: boolean) => {
      isGood &&= ok;
      say(`${cells(what, [...figures, target])}   ${ok ? 'ok' : 'MISSED'}`);
    },
    /** 0 when every row meets its target. */
    exitCode: () => (isGood ? 0 : 1),
  };
}
