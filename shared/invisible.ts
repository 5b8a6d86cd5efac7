const marks = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;
const anyMark = new RegExp(marks, 'u');
const allMarks = new RegExp(marks, 'gu');

/** Whether a text holds what nobody sees: control characters, format marks, and those that turn round what is beside them. */
export const hasInvisible = (text: string): boolean => anyMark.test(text);

/** The text as it is seen, without control characters and format marks. */
export const withoutInvisible = (text: string): string => text.replaceAll(allMarks, '');
