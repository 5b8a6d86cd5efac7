import { z } from 'zod';
import { codeText } from '../code-text.ts';
import { limits } from '../limits.ts';
import { lineText } from '../text.ts';

const id = z.coerce.number().int().positive().optional();
const text = (most: number) => lineText(most).optional();

/** The fields of a person that have been typed so far, to find out whether the person already exists. */
export const checkInput = z.object({
  forenames: text(limits.name),
  surname: text(limits.name),
  email: text(limits.email),
  number: codeText(limits.employee_number).optional(),
  account_id: id.describe('The client whose person it is, for the office; its own people are checked without'),
  id: id.describe('The person who is edited: not a match for themself'),
});
export type CheckInput = z.infer<typeof checkInput>;
