import { useQuery } from '@tanstack/react-query';
import { budgetDurations } from '../../shared/budgets/period.ts';
import { budgetFaults, noBudget } from '../../shared/employee-roles/budget-rules.ts';
import { type BudgetFields, type EmployeeRoleWithUse, employeeRoleChange } from '../../shared/employee-roles/employee-role.ts';
import { roleFlags } from '../../shared/employee-roles/role-flags.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { BudgetUse } from './budget-use.tsx';
import { readEmployeeRole, removeEmployeeRole, saveEmployeeRole } from './client.ts';
import { flagLabels } from './flag-labels.ts';

const WIDTH = 640;
/** Includes `accounts`, because an account shows the number of its roles. */
const refresh = [['employee-roles'], ['accounts']];

interface EmployeeRoleDialogProps {
  accountId: string;
  /** The id of the role, or `new`. */
  roleId: string;
  onClose: () => void;
}

/** Creates an employee role, or changes or deletes a stored one. */
export function EmployeeRoleDialog({ accountId, roleId, onClose }: EmployeeRoleDialogProps) {
  const isNew = roleId === 'new';
  const query = useQuery({
    queryKey: ['employee-roles', 'one', accountId, roleId],
    queryFn: ({ signal }) => readEmployeeRole(accountId, roleId, signal),
    enabled: !isNew,
  });
  if (isNew || query.data) return <Details accountId={accountId} stored={query.data} onClose={onClose} />;
  return (
    <Dialog open title="Employee role" width={WIDTH} onClose={onClose}>
      <Loaded query={query} noun="employee role" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const valuesOf = (of: Partial<EmployeeRoleWithUse>) => ({
  version: of.version,
  name: of.name ?? '',
  client_references: of.client_references ?? '',
  budget_code: of.budget_code ?? '',
  employee_with_order: of.flags?.includes('employee_with_order') ?? false,
  manager: of.flags?.includes('manager') ?? false,
  site_admin: of.flags?.includes('site_admin') ?? false,
  client_admin: of.flags?.includes('client_admin') ?? false,
  is_budgeted: of.is_budgeted ?? false,
  is_budget_forceable: of.is_budget_forceable ?? false,
  budget_value: poundsText(of.budget_value),
  budget_forced_alert_email: of.budget_forced_alert_email ?? '',
  budget_start_date: of.budget_start_date ?? '',
  budget_duration: String(of.budget_duration ?? ''),
});
type Values = ReturnType<typeof valuesOf>;

/** The budget fields to send. If `is_budgeted` is false, these are the fields of a role without a budget; the form keeps the typed values. */
const budgetOf = (values: Values): BudgetFields =>
  values.is_budgeted
    ? {
        is_budgeted: true,
        is_budget_forceable: values.is_budget_forceable,
        budget_value: penceTyped(values.budget_value) ?? null,
        budget_forced_alert_email: values.budget_forced_alert_email.trim() || null,
        budget_start_date: values.budget_start_date || null,
        budget_duration: budgetDurations.find((months) => String(months) === values.budget_duration) ?? null,
      }
    : { ...noBudget, budget_forced_alert_email: values.budget_forced_alert_email.trim() || null };

function Details({ accountId, stored, onClose }: { accountId: string; stored: EmployeeRoleWithUse | undefined; onClose: () => void }) {
  const { ask, dialog } = useConfirm();
  const form = useForm({
    schema: employeeRoleChange,
    record: stored ?? {},
    valuesOf,
    input: (values) => ({
      version: values.version,
      name: values.name,
      client_references: values.client_references,
      budget_code: values.budget_code,
      flags: roleFlags.filter((flag) => values[flag]),
      ...budgetOf(values),
    }),
    check: (values) => ({
      ...budgetFaults(budgetOf(values), stored),
      ...(values.is_budgeted && penceTyped(values.budget_value) === undefined && { budget_value: messages.amount_invalid }),
    }),
    send: saveEmployeeRole(accountId, stored?.id),
    success: 'Role has been saved',
    refresh,
    onSaved: onClose,
  });
  const removal = useWrite({
    send: removeEmployeeRole(accountId),
    success: 'Role Deleted',
    refresh,
    onSaved: () => {
      form.giveUp();
      onClose();
    },
  });
  const askRemove = async ({ id, name, people_count }: EmployeeRoleWithUse): Promise<void> => {
    const holders = people_count === 0 ? 'Nobody has it.' : `${countText(people_count, 'person loses', 'people lose')} it.`;
    const body = (
      <p>
        <strong>{name}</strong>: {holders} Drafts that it pays for are charged to another role of their wearer. What was spent stays.
      </p>
    );
    if (await ask({ title: 'Are you sure you want to delete this role?', body, action: 'Delete role', destroys: true })) void removal.write(id);
  };
  const { is_budgeted } = form.values;

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width={WIDTH}
      title={stored?.name ?? 'New role'}
      description={stored && countText(stored.people_count, 'person', 'people')}
      action="Save role"
      busyText="Saving"
      closable={!form.busy && !removal.busy}
      other={
        stored && (
          <Button look="danger" className="role-delete" busy={removal.busy} onClick={() => void askRemove(stored)}>
            Delete role
          </Button>
        )
      }
    >
      <div className="role-form">
        <div className="fields">
          <TextField label="Name" required {...form.field('name')} />
          <TextField label="Client references" hint="Separated by commas" {...form.field('client_references')} maxLength={limits.client_references} />
          <TextField label="Budget Code" {...form.field('budget_code')} />
        </div>
        <fieldset>
          <legend className="label">Suggests the system role</legend>
          <div className="fields">
            {roleFlags.map((flag) => (
              <Tick key={flag} {...form.tick(flag)}>
                {flagLabels[flag].label}
              </Tick>
            ))}
          </div>
        </fieldset>
        <fieldset className="role-budget">
          <legend className="sr">Budget</legend>
          <div className="fields">
            <Tick {...form.tick('is_budgeted')}>
              <strong>Budgeted?</strong>
            </Tick>
            <Tick disabled={!is_budgeted} {...form.tick('is_budget_forceable')}>
              Forceable? <span className="note">Orders may exceed it</span>
            </Tick>
            <TextField
              label="Budget Value (£)"
              hint="For each person and period; empty is no limit"
              inputMode="decimal"
              disabled={!is_budgeted}
              {...form.field('budget_value')}
            />
            <Select
              label="Budget Duration"
              required={is_budgeted}
              placeholder="Choose"
              options={budgetDurations.map((months) => ({ value: String(months), label: countText(months, 'month') }))}
              disabled={!is_budgeted}
              {...form.field('budget_duration')}
            />
            <DateField label="Budget Start Date" required={is_budgeted} disabled={!is_budgeted} {...form.field('budget_start_date')} />
            <TextField
              label="Alert Email"
              hint={`Gets an email when an order goes over the budget or an allowance.${mailWaits()}`}
              type="email"
              {...form.field('budget_forced_alert_email')}
            />
          </div>
        </fieldset>
        {stored && (
          <div className="line">
            <ButtonLink to={`/admin/accounts/${accountId}/kits/${stored.id}`}>Kit</ButtonLink>
            <span className="note">What everybody with this role gets at the start</span>
          </div>
        )}
        {stored?.budget_use && <BudgetUse accountId={accountId} role={stored} use={stored.budget_use} />}
      </div>
      {dialog}
    </FormDialog>
  );
}
