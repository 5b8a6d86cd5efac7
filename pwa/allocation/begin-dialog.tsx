import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type AllocationRule, allocationRules } from '../../shared/allocation/share-out.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Tick } from '../ui/tick.tsx';
import { type Account, findAccounts, runs } from './client.ts';
import { ruleWords } from './run-words.ts';

/** Begins a run: by which rule, and whose orders. What it would do is shown before anything is allocated. */
export function BeginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [rule, setRule] = useState<AllocationRule>('oldest');
  const [account, setAccount] = useState<Account | null>(null);
  const begin = useWrite({
    send: (_: undefined, options) => answer(runs.index.$post({ json: { rule, account_id: account?.id ?? null, is_preview: true } }, options)),
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
      title="Allocate waiting orders"
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
          <legend className="label">Who is served first</legend>
          {allocationRules.map((each) => (
            <Tick key={each} type="radio" name="rule" checked={rule === each} onChange={() => setRule(each)}>
              <span className="strong">{ruleWords[each].name}</span>
              <br />
              <span className="sub">{ruleWords[each].means}</span>
            </Tick>
          ))}
        </fieldset>
        <Combobox
          label="Client"
          name="account_id"
          hint="Without one, the orders of all clients are asked."
          placeholder="All clients"
          value={account}
          onChange={setAccount}
          search={findAccounts}
          itemKey={(item) => item.id}
          itemText={(item) => item.name}
          error={begin.errors.account_id}
        />
        <p className="note">Orders on hold are left out, and so are pieces that a picker did not find, until they are counted.</p>
      </div>
    </Dialog>
  );
}
