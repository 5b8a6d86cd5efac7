import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const name = z.string().trim().min(1, messages.name_needed).max(limits.name, messages.at_most(limits.name));

/** What people say about themselves. */
export const profileFields = z.object({
  forenames: name,
  surname: name,
  email: z.email(messages.email_invalid).max(limits.email, messages.at_most(limits.email)).toLowerCase(),
  contact_phone: z.string().trim().max(limits.contact_phone, messages.at_most(limits.contact_phone)).nullish(),
  sex: z.enum(['m', 'f', '']).nullish(),
});
export type ProfileFields = z.infer<typeof profileFields>;
