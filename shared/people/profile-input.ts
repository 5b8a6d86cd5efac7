import { z } from 'zod';
import { codeText } from '../code-text.ts';
import { emailText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText } from '../text.ts';
import { hasName, noName } from './has-name.ts';

/** A person may have only one name, in either field. */
const name = lineText(limits.name, messages.at_most(limits.name));

/** A change of one's own profile; fields that are not sent stay. */
export const profileInput = z
  .object({
    forenames: name,
    surname: name,
    email: emailText(limits.email).toLowerCase(),
    contact_phone: codeText(limits.contact_phone, messages.at_most(limits.contact_phone)).nullish(),
    sex: z.enum(['m', 'f', '']).nullish(),
    version: z.int(),
    /** Required to change the email address with which the person signs in. */
    current_password: z.string().max(limits.password_max),
  })
  .partial()
  .refine(hasName, noName);
export type ProfileInput = z.infer<typeof profileInput>;
