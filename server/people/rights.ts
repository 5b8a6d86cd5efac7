import { z } from 'zod';
import { type Actor, policy } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';

export const rightsSchema = z.object({
  edit: z.boolean(),
  archive: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  impersonate: z.boolean(),
});

/** The facts about a person that decide the caller's rights over that person. */
interface Facts {
  id: number;
  primary_role: Role;
  is_archived: boolean;
  is_deleted_by_super: boolean;
  is_disabled: boolean;
  is_account_archived: boolean;
}

/** The actions that the caller may take on a person at present. */
export function rightsOver(actor: Actor, { id, primary_role: role, is_archived, ...facts }: Facts): z.infer<typeof rightsSchema> {
  const { is_deleted_by_super, is_disabled, is_account_archived } = facts;
  const canEdit = policy.edit_person(actor, { id, role });
  return {
    edit: canEdit && !is_archived,
    archive: canEdit && !is_archived,
    delete: policy.delete_person(actor, { id }) && !is_deleted_by_super,
    restore: is_archived && policy.restore_person(actor, { id, role, is_deleted_by_super }),
    impersonate: policy.impersonate(actor, { id, role }) && !is_archived && !is_disabled && !is_account_archived,
  };
}
