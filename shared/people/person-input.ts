import { z } from 'zod';
import { newPassword } from '../auth/auth-input.ts';
import { optionalEmail, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { clientRoles } from '../roles.ts';

const ids = z.array(z.int().positive()).max(limits.page_cap_clothing_sets);

const personFields = z.object({
  forenames: requiredText(limits.name, messages.name_needed),
  surname: requiredText(limits.name, messages.name_needed),
  email: optionalEmail(limits.email).overwrite((email) => email?.toLowerCase() ?? null),
  employee_number: optionalText(limits.employee_number),
  contact_phone: optionalText(limits.contact_phone),
  sex: z.enum(['m', 'f', '']).nullable(),
  roles: z.array(z.enum(clientRoles)).length(1, messages.role_needed),
  employee_roles: ids,
  sites: ids,
  clothing_sets: ids,
  selectedClothingSets: ids.describe('The same as clothing_sets'),
  can_view_restricted_products: z.boolean(),
  is_supervised_orderer: z.boolean(),
  password: newPassword,
  password_confirmation: z.string().max(limits.password_max),
  invite: z.boolean().describe('Send a link with which the person chooses a password'),
});

interface Passwords {
  password?: string | undefined;
  password_confirmation?: string | undefined;
}
const isConfirmed = ({ password, password_confirmation }: Passwords): boolean => password === undefined || password === password_confirmation;
const notConfirmed = { path: ['password_confirmation'], message: messages.password_differs };

/** Only an employee, who may never sign in, can be without an email address. */
export const needsEmail = (role: string | undefined, email: string | null | undefined): boolean => !!role && role !== 'employee' && !email;

/** A new person of a client company. */
export const newPerson = personFields
  .partial()
  .required({ forenames: true, surname: true, roles: true })
  .refine(isConfirmed, notConfirmed)
  .refine(({ roles, email }) => !needsEmail(roles[0], email), { path: ['email'], message: messages.email_needed })
  .refine(({ invite, email }) => !invite || !!email, { path: ['email'], message: messages.email_needed });
export type NewPerson = z.infer<typeof newPerson>;

/** A change of a person; what is not sent stays, and a list that is sent replaces the whole of it. */
export const personChange = personFields
  .partial()
  .extend({ version: z.int().optional() })
  .refine(isConfirmed, notConfirmed)
  .refine(({ version: _, ...fields }) => Object.values(fields).some((value) => value !== undefined), {
    path: ['employee_roles'],
    message: messages.nothing_to_change,
  });
export type PersonChange = z.infer<typeof personChange>;
