import { useQuery } from '@tanstack/react-query';
import { type Allowance, allowanceCopies } from '../../shared/allowances/allowance.ts';
import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { copyAllowance, type Named, readAllowances } from './client.ts';

interface CopyDialogProps {
  company: string;
  allowance: Allowance;
  roles: readonly Named[];
  onClose: () => void;
}

/** Gives other roles an allowance with the stored terms of this one. Roles that have one of the same name are not offered. */
export function CopyDialog({ company, allowance, roles, onClose }: CopyDialogProps) {
  const same = useQuery({
    queryKey: ['allowances', 'same', company, allowance.name],
    queryFn: ({ signal }) => readAllowances(company)({ search: allowance.name, page: 1, per_page: limits.page_cap }, signal),
    select: ({ items }) => items.filter(({ name }) => name === allowance.name).map(({ employee_role_id }) => employee_role_id),
  });
  const isHaving = ({ id }: Named): boolean => id === allowance.employee_role_id || (same.data?.includes(id) ?? false);
  const having = roles.filter((role) => isHaving(role) && role.id !== allowance.employee_role_id).map(({ name }) => name);
  const form = useForm({
    schema: allowanceCopies,
    values: { employee_role_ids: [] as number[] },
    send: copyAllowance(company, allowance.id),
    success: ({ items }) => `${countText(items.length, 'role has', 'roles have')} ${allowance.name} now`,
    refresh: [['allowances'], ['wearer']],
    onSaved: onClose,
  });
  const count = form.values.employee_role_ids.length;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Copy ${allowance.name} to other roles`}
      waits={count === 0 ? 'Choose at least one role.' : null}
      action={count === 0 ? 'Copy' : `Copy to ${countText(count, 'role')}`}
      busyText="Copying"
    >
      <div className="flow">
        <TickList
          legend="Roles"
          none="Every role has it already."
          offered={roles.filter((role) => !isHaving(role))}
          {...form.control('employee_role_ids')}
        />
        {having.length > 0 && <p className="note">{`There is one of this name already for ${listText(having)}.`}</p>}
        <p className="note">Each role gets an allowance of its own, which can be changed alone later.</p>
      </div>
    </FormDialog>
  );
}
