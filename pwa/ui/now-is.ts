/** The current value of a field that was changed elsewhere: "Boxes is now “3”." */
export const nowIs = ([label, value]: readonly [label: string, value: string]): string =>
  value ? `${label} is now “${value}”.` : `${label} is empty now.`;
