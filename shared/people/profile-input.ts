import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText } from '../text.ts';

const name = lineText(limits.name, messages.at_most(limits.name)).min(1, messages.name_needed);

/** The fields of their own profile that people can change. */
export const profileFields = z.object({
  forenames: name,
  surname: name,
  email: z.email(messages.email_invalid).max(limits.email, messages.at_most(limits.email)).toLowerCase(),
  contact_phone: lineText(limits.contact_phone, messages.at_most(limits.contact_phone)).nullish(),
  sex: z.enum(['m', 'f', '']).nullish(),
});
export type ProfileFields = z.infer<typeof profileFields>;
