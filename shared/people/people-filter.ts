import { z } from 'zod';
import { flag } from '../fields.ts';
import { clientRoles, type Role, staffRoles } from '../roles.ts';

/** Views of a list of people, apart from the view of everybody. */
const peopleViews = ['not_invited', 'no_clothing_set', 'no_site', 'archived'] as const;
export type PeopleView = (typeof peopleViews)[number];

const id = z.coerce.number().int().positive().optional();

const common = {
  archived: flag.optional().describe('With the archived ones'),
  show: z.enum(peopleViews).optional(),
  clothing_set_id: id,
  product_id: id.describe('Only people with a clothing set that holds this style'),
};

/** The filters of a list of a client's people. */
export const employeeFilters = { ...common, role: z.enum(clientRoles).optional(), site_id: id, employee_role_id: id };

/** The filters of the list of the provider's people. */
export const userFilters = { ...common, role: z.enum(staffRoles).optional() };

/** The filters of a list of people. */
export interface PeopleFilter {
  search?: string | undefined;
  role?: Role | undefined;
  site_id?: number | undefined;
  employee_role_id?: number | undefined;
  clothing_set_id?: number | undefined;
  product_id?: number | undefined;
  archived?: boolean | undefined;
  show?: PeopleView | undefined;
}
