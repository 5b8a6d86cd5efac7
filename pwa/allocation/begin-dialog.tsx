import { useNavigate } from 'react-router';
import { beginRunInput } from '../../shared/allocation/begin-run.ts';
import { type AllocationRule, allocationRules } from '../../shared/allocation/share-out.ts';
import { answer } from '../api/answer.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Tick } from '../ui/tick.tsx';
import { runs } from './client.ts';
import { ruleWords } from './run-words.ts';

interface BeginDialogProps {
  open: boolean;
  /** Uuids of the orders that were chosen in the list. If the list is empty, the run is for all waiting orders. */
  orders: readonly string[];
  onClose: () => void;
}

/** Starts the preview of a run. The person chooses the rule and, if no orders were chosen in the list, the client. A preview allocates nothing. */
export function BeginDialog({ open, orders, onClose }: BeginDialogProps) {
  const navigate = useNavigate();
  const form = useForm({
    schema: beginRunInput,
    values: { rule: 'oldest' as AllocationRule, account_id: null as Client | null },
    input: ({ rule, account_id }) => ({ rule, is_preview: true, ...(orders.length > 0 ? { orders } : { account_id: account_id?.id ?? null }) }),
    send: (json, options) => answer(runs.index.$post({ json }, options)),
    refresh: [['allocation-runs']],
    onSaved: ({ id }) => {
      onClose();
      void navigate(`/admin/allocation/${id}`);
    },
  });
  const rule = form.control('rule');
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={orders.length > 0 ? `Allocate ${countText(orders.length, 'chosen order')}` : 'Allocate waiting orders'}
      action="Preview"
      busyText="One moment"
    >
      <div className="flow">
        <fieldset className="run-rules">
          <legend className="label">Which orders come first</legend>
          {allocationRules.map((each) => (
            <Tick key={each} type="radio" name="rule" checked={rule.value === each} onChange={() => rule.onChange(each)}>
              <span className="strong">{ruleWords[each].name}</span>
              <br />
              <span className="sub">{ruleWords[each].means}</span>
            </Tick>
          ))}
        </fieldset>
        {orders.length === 0 && <ClientChoice hint="Leave this empty to include the orders of all clients." {...form.control('account_id')} />}
        {orders.length > 0 && <p className="note">Chosen orders that do not wait for stock are skipped.</p>}
        <p className="note">
          Nothing is allocated yet. Orders on hold are left out. Items that a picker did not find are left out until they are counted.
        </p>
      </div>
    </FormDialog>
  );
}
