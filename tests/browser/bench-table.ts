export const say = (line = ''): void => void process.stdout.write(`${line}\n`);

export const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

const cells = (what: string, others: readonly string[]): string => what.padEnd(58) + others.map((cell) => cell.padStart(14)).join('');

/** What a bench prints: what was measured, the figures under their headings, what they should be, and whether they are. */
export function benchTable(...headings: [string, string]) {
  let isGood = true;
  return {
    head: () => say(cells('', [...headings, 'target'])),
    row: (what: string, figures: readonly [string, string], target: string, ok: boolean) => {
      isGood &&= ok;
      say(`${cells(what, [...figures, target])}   ${ok ? 'ok' : 'MISSED'}`);
    },
    /** 0 when every row is what it should be. */
    exitCode: () => (isGood ? 0 : 1),
  };
}
