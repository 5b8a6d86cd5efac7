import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { officeLineChange } from '../../shared/ordering/order-input.ts';
import { lineName } from '../api/line-name.ts';
import { useForm } from '../api/use-form.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Tick } from '../ui/tick.tsx';
import { leftOf } from './budget-cell.tsx';
import { type Budget, type Line, readOffer } from './client.ts';
import type { Change } from './use-change.ts';

/** Chooses to which of the wearer's roles a line is charged, and shows what is left of each budget. */
export function RolesDialog({
  uuid,
  line,
  budgets,
  change,
  onClose,
}: {
  uuid: string;
  line: Line;
  budgets: readonly Budget[];
  change: Change;
  onClose: () => void;
}) {
  const [base] = useState(line);
  const form = useForm({
    schema: officeLineChange.pick({ budget: true }),
    values: { budget: line.budget_employee_role_id },
    write: async (fields) => (fields.budget === base.budget_employee_role_id ? base : change.changeLine(fields, base)),
    errors: change.lineErrors,
    onSaved: onClose,
  });
  const budgetControl = form.control('budget');
  const offer = useQuery({ queryKey: ['offer', line.employee.id, uuid], queryFn: () => readOffer(line.employee.id, uuid) });
  // The roles may load after the dialog has opened. The focus then moves to the charged role, so that the arrow keys start there.
  const { isSuccess } = offer;
  useEffect(() => {
    const all = isSuccess ? [...document.querySelectorAll<HTMLInputElement>('.dialog input[name=budget]')] : [];
    (all.find(({ checked }) => checked) ?? all[0])?.focus();
  }, [isSuccess]);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Order Line Employee Roles"
      description={`${lineName(line)}, for ${line.employee.name}`}
      waits={offer.data ? null : 'The roles are loading.'}
      action="Save"
    >
      <Loaded query={offer} noun="roles">
        {({ employee_roles }) =>
          employee_roles.length === 0 ? (
            <p className="sub">{line.employee.name} has no role, so no budget is charged.</p>
          ) : (
            <fieldset className="card rows">
              <legend className="sr">Role</legend>
              {employee_roles.map((role) => {
                const budget = budgets.find(({ employee_id, id }) => employee_id === line.employee.id && id === role.id);
                const remaining = budget ? leftOf(budget) : null;
                return (
                  <div key={role.id} className="row">
                    <Tick
                      type="radio"
                      name="budget"
                      className="grow"
                      checked={budgetControl.value === role.id}
                      onChange={() => budgetControl.onChange(role.id)}
                    >
                      {role.name}
                    </Tick>
                    <span className={remaining !== null && remaining < 0 ? 't-wrong strong' : 'note'}>
                      {!role.is_budgeted || (budget && remaining === null)
                        ? 'Unlimited'
                        : remaining === null
                          ? 'Budgeted'
                          : remaining < 0
                            ? `${formatMoney(-remaining)} over`
                            : `${formatMoney(remaining)} left`}
                    </span>
                  </div>
                );
              })}
            </fieldset>
          )
        }
      </Loaded>
    </FormDialog>
  );
}
