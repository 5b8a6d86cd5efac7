import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type AllocationRule, allocationRules } from '../../shared/allocation/share-out.ts';
import { answer } from '../api/answer.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Tick } from '../ui/tick.tsx';
import { runs } from './client.ts';
import { ruleWords } from './run-words.ts';

interface BeginDialogProps {
  open: boolean;
  /** Uuids of the orders that were chosen in the list; without any, all waiting orders. */
  orders: readonly string[];
  onClose: () => void;
}

/** Starts a run: by which rule, and for whose orders. A preview is shown before anything is allocated. */
export function BeginDialog({ open, orders, onClose }: BeginDialogProps) {
  const navigate = useNavigate();
  const [rule, setRule] = useState<AllocationRule>('oldest');
  const [account, setAccount] = useState<Client | null>(null);
  const begin = useWrite({
    send: (_: undefined, options) => {
      const which = orders.length > 0 ? { orders: [...orders] } : { account_id: account?.id ?? null };
      return answer(runs.index.$post({ json: { rule, is_preview: true, ...which } }, options));
    },
    refresh: [['allocation-runs']],
    onSaved: ({ id }) => {
      onClose();
      void navigate(`/admin/allocation/${id}`);
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closable={!begin.busy}
      title={orders.length > 0 ? `Allocate ${countText(orders.length, 'chosen order')}` : 'Allocate waiting orders'}
      onSubmit={() => void begin.write(undefined)}
      actions={
        <>
          <span className="note dialog-why">Nothing is allocated yet.</span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={begin.busy} busyText="One moment">
            Preview
          </Button>
        </>
      }
    >
      <div className="flow">
        <fieldset className="run-rules">
          <legend className="label">Which orders come first</legend>
          {allocationRules.map((each) => (
            <Tick key={each} type="radio" name="rule" checked={rule === each} onChange={() => setRule(each)}>
              <span className="strong">{ruleWords[each].name}</span>
              <br />
              <span className="sub">{ruleWords[each].means}</span>
            </Tick>
          ))}
        </fieldset>
        {orders.length === 0 && (
          <ClientChoice
            hint="Leave this empty to include the orders of all clients."
            value={account}
            onChange={setAccount}
            error={begin.errors.account_id}
          />
        )}
        {orders.length > 0 && <p className="note">Chosen orders that do not wait for stock are skipped.</p>}
        <p className="note">Orders on hold are left out. Items that a picker did not find are left out until they are counted.</p>
      </div>
    </Dialog>
  );
}
