import { useState } from 'react';
import { type AllowanceUnit, extraInput } from '../../shared/allowances/allowance.ts';
import { leftText } from '../../shared/allowances/allowance-words.ts';
import { amountText } from '../../shared/allowances/judge-allowances.ts';
import { limits } from '../../shared/limits.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { grantExtra, useAllowances, type WearerAllowance } from './allowances.tsx';
import { useForm } from './use-form.ts';

interface GiveExtraProps {
  wearer: { id: number; name: string };
  allowance_id: number;
  /** What is proposed: how much an order lacks, and why the person asks for it. */
  amount?: number;
  reason?: string;
}

/** The button by which whoever may approve for a wearer grants them more of an allowance. Nothing for everybody else, and for the wearer. */
export function GiveExtra({ wearer, allowance_id, ...proposal }: GiveExtraProps) {
  const { data } = useAllowances(wearer.id);
  const [isOpen, setIsOpen] = useState(false);
  const allowance = data?.items.find(({ id }) => id === allowance_id);
  if (!data?.can.grant_extra || !allowance || allowance.amount === null) return null;
  return (
    <>
      <Button className="allowance-more" onClick={() => setIsOpen(true)} aria-label={`Give extra, ${allowance.name}`}>
        Give extra
      </Button>
      {isOpen && <ExtraDialog wearer={wearer} allowance={allowance} {...proposal} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** An amount as the field of its unit has it. */
const fieldText = (unit: AllowanceUnit, amount: number): string => (unit === 'pence' ? poundsText(amount) : String(amount));

interface ExtraDialogProps extends Omit<GiveExtraProps, 'allowance_id'> {
  allowance: WearerAllowance;
  onClose: () => void;
}

/** Asks how much more somebody gets of an allowance in its present period, and why. */
function ExtraDialog({ wearer, allowance, amount = 1, reason = '', onClose }: ExtraDialogProps) {
  const { unit, name } = allowance;
  const label = unit === 'points' ? 'More points' : 'More items';
  const form = useForm({
    schema: extraInput,
    values: { amount: unit === 'pence' ? (amount > 1 ? fieldText(unit, amount) : '') : String(amount), reason },
    input: (values) => ({ ...values, amount: unit === 'pence' ? (penceTyped(values.amount) ?? Number.NaN) : Number(values.amount) }),
    send: grantExtra(wearer.id, allowance.id),
    success: (_, input) => `${wearer.name} may have ${amountText(unit, input.amount)} more: ${name}`,
    // The orders and products on the screen say what is left, too.
    refresh: [['wearer', wearer.id], ['order'], ['wearer-products']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Give extra" description={`${wearer.name}, ${name}: ${leftText(allowance)}`} action="Give extra">
      <div className="flow">
        {unit === 'pence' ? (
          <TextField label="Pounds (£)" required inputMode="decimal" autoComplete="off" {...form.field('amount')} />
        ) : (
          <div className="field">
            <span className="label" aria-hidden="true">
              {label}
            </span>
            <QtyStepper
              label={label}
              name="amount"
              value={Number(form.values.amount)}
              onChange={(quantity) => form.fill({ amount: String(quantity) })}
              min={1}
              max={limits.allowance}
              error={form.control('amount').error}
            />
          </div>
        )}
        <TextArea label="Why?" required rows={2} counted {...form.field('reason')} />
      </div>
    </FormDialog>
  );
}
