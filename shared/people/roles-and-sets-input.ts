import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const ids = z.array(z.int().positive()).max(limits.page_cap_clothing_sets).optional();

/** The employee roles of a person, and the clothing sets from which they may order. A list that is not sent stays. */
export const rolesAndSetsInput = z
  .object({ employee_roles: ids, clothing_sets: ids, version: z.int().optional() })
  .refine(({ employee_roles, clothing_sets }) => employee_roles || clothing_sets, { path: ['employee_roles'], message: messages.nothing_to_change });
