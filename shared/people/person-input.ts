import { z } from 'zod';
import { newPassword } from '../auth/auth-input.ts';
import { optionalCode } from '../code-text.ts';
import { optionalDay, optionalEmail } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { clientRoles, staffRoles } from '../roles.ts';
import { lineText } from '../text.ts';
import { hasName, noName } from './has-name.ts';

const ids = z.array(z.int().positive()).max(limits.page_cap_clothing_sets);

/** A person may have only one name, in either field. */
const name = lineText(limits.name, messages.at_most(limits.name));

/** The fields of a client's people and of the provider's people. */
const commonFields = {
  forenames: name,
  surname: name,
  email: optionalEmail(limits.email).overwrite((email) => email?.toLowerCase() ?? null),
  employee_number: optionalCode(limits.employee_number),
  contact_phone: optionalCode(limits.contact_phone),
  sex: z.enum(['m', 'f', '']).nullable(),
  clothing_sets: ids,
  selectedClothingSets: ids.describe('The same as clothing_sets'),
  started_on: optionalDay,
  leaves_on: optionalDay,
  password: newPassword,
  password_confirmation: z.string().max(limits.password_max),
  invite: z.boolean().describe('Send a link with which the person chooses a password'),
};

/** The fields of a person of a client company. */
export const personFields = z.object({
  ...commonFields,
  roles: z.array(z.enum(clientRoles)).length(1, messages.role_needed),
  employee_roles: ids,
  sites: ids,
  can_view_restricted_products: z.boolean(),
  is_supervised_orderer: z.boolean(),
  deduction_consent_on: optionalDay.describe('The day on which the person agreed to deductions for items that do not come back'),
  allowance_percent: z
    .int(messages.allowances.percent)
    .min(1, messages.allowances.percent)
    .max(100, messages.allowances.percent)
    .describe('The hours as a percentage of full time, by which allowances are shared out'),
});

const userFields = z.object({
  ...commonFields,
  roles: z.array(z.enum(staffRoles)).length(1, messages.role_needed),
  is_disabled: z.boolean().describe('Cannot sign in'),
});

interface Common {
  password?: string | undefined;
  password_confirmation?: string | undefined;
  started_on?: string | null | undefined;
  leaves_on?: string | null | undefined;
}
const isConfirmed = ({ password, password_confirmation }: Common): boolean => password === undefined || password === password_confirmation;
const notConfirmed = { path: ['password_confirmation'], message: messages.password_differs };
const isInOrder = ({ started_on, leaves_on }: Common): boolean => !leavesBeforeStart(started_on, leaves_on);
const notInOrder = { path: ['leaves_on'], message: messages.leaves_before_start };

/** Whether somebody's last day is before their first. */
export const leavesBeforeStart = (started_on: string | null | undefined, leaves_on: string | null | undefined): boolean =>
  !!started_on && !!leaves_on && leaves_on < started_on;

/** Whether an email address is missing. Only an employee, who may never sign in, can be without one. */
export const needsEmail = (role: string | undefined, email: string | null | undefined): boolean => !!role && role !== 'employee' && !email;

const hasChange = ({ version: _, ...fields }: { version?: number | undefined }): boolean =>
  Object.values(fields).some((value) => value !== undefined);

/** A new person of a client company. */
export const newPerson = personFields
  .partial()
  .required({ roles: true })
  .extend({ forenames: name.default(''), surname: name.default('') })
  .refine(hasName, noName)
  .refine(isConfirmed, notConfirmed)
  .refine(isInOrder, notInOrder)
  .refine(({ roles, email }) => !needsEmail(roles[0], email), { path: ['email'], message: messages.email_needed })
  .refine(({ invite, email }) => !invite || !!email, { path: ['email'], message: messages.email_needed });
export type NewPerson = z.infer<typeof newPerson>;

/** A change of a person. Fields that are not sent stay, and a list that is sent replaces the whole stored list. */
export const personChange = personFields
  .partial()
  .extend({ version: z.int().optional() })
  .refine(hasName, noName)
  .refine(isConfirmed, notConfirmed)
  .refine(isInOrder, notInOrder)
  .refine(hasChange, { path: ['employee_roles'], message: messages.nothing_to_change });
export type PersonChange = z.infer<typeof personChange>;

/** A new person of the provider. All of these people sign in. */
export const newUser = userFields
  .omit({ is_disabled: true })
  .partial()
  .required({ roles: true })
  .extend({
    forenames: name.default(''),
    surname: name.default(''),
    email: userFields.shape.email.refine((email) => !!email, messages.user_email_needed),
  })
  .refine(hasName, noName)
  .refine(isConfirmed, notConfirmed)
  .refine(isInOrder, notInOrder);
export type NewUser = z.infer<typeof newUser>;

/** A change of one of the provider's people; fields that are not sent stay. */
export const userChange = userFields
  .partial()
  .extend({ version: z.int().optional() })
  .refine(hasName, noName)
  .refine(isConfirmed, notConfirmed)
  .refine(isInOrder, notInOrder)
  .refine(({ email }) => email !== null, { path: ['email'], message: messages.user_email_needed })
  .refine(hasChange, { path: ['roles'], message: messages.nothing_to_change });
export type UserChange = z.infer<typeof userChange>;
