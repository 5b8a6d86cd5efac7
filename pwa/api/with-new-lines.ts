/** Values by the ids of lines. */
type Lines = Record<string, unknown>;

const isObject = (value: unknown): value is Lines => typeof value === 'object' && value !== null && !Array.isArray(value);
const isLines = (value: unknown): value is Lines =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/** A line's values. Fields without a value get their initial value. */
function wholeLine(line: unknown, initial: unknown): unknown {
  if (line === undefined) return initial;
  return isObject(line) && isObject(initial) && Object.keys(initial).some((field) => !(field in line)) ? { ...initial, ...line } : line;
}

/** The values of a form after its list was read again: lines and fields without values get their initial values. */
export function withNewLines<Values extends object>(values: Values, initial: Values): Values {
  const whole = { ...values } as Lines;
  for (const [name, lines] of Object.entries(initial)) {
    const currentLines = whole[name];
    if (isLines(lines) && isObject(currentLines))
      whole[name] = { ...currentLines, ...Object.fromEntries(Object.entries(lines).map(([id, line]) => [id, wholeLine(currentLines[id], line)])) };
  }
  return whole as Values;
}
