import { useState } from 'react';
import { clothingSetCopy, type LeftOut, type OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { copySet } from './client.ts';
import { refreshAccount } from './refresh.ts';
import { setAddress } from './set-address.ts';

interface CopyDialogProps {
  accountId: string;
  set: OfficeSet;
  onClose: () => void;
}

/** Returns, for each kind of thing that a copy leaves out, the number and the name. */
export function leftOutWords({ products, pictures, sites, people }: LeftOut): string[] {
  return [
    products > 0 && `${countText(products, 'product')} that only this client has, or that no longer exist`,
    pictures > 0 && `${countText(pictures, 'picture')} of the set’s own`,
    sites > 0 && countText(sites, 'excluded site'),
    people > 0 && `${countText(people, 'person', 'people')} who wear it`,
  ].filter((words) => words !== false);
}

/** Copies a clothing set within its company or to another one, and says what the copy leaves out. */
export function CopyDialog({ accountId, set, onClose }: CopyDialogProps) {
  const [copy, setCopy] = useState<(OfficeSet & { left_out: LeftOut }) | null>(null);
  const form = useForm({
    schema: clothingSetCopy,
    values: { name: `${set.name} (copy)`, account_id: set.account as Client | null },
    input: ({ name, account_id }) => ({ name, account_id: account_id?.id }),
    send: copySet(accountId, set.id),
    refresh: refreshAccount,
    onSaved: setCopy,
  });
  if (copy) return <Copied copy={copy} from={set} onClose={onClose} />;
  const target = form.values.account_id;
  const isElsewhere = target !== null && target.id !== set.account.id;
  return (
    <FormDialog form={form} onClose={onClose} title={`Copy ${set.name}`} action="Copy set" busyText="Copying">
      <div className="flow">
        <ClientChoice
          label="For"
          required
          placeholder="Name or reference"
          {...form.control('account_id')}
          onChange={(client) => {
            form.control('account_id').onChange(client);
            if (form.values.name === `${set.name} (copy)` && client && client.id !== set.account.id) form.fill({ name: set.name });
          }}
        />
        <TextField label="Name" required {...form.field('name')} />
        <p className="note">
          {isElsewhere
            ? 'Products, prices, names and decorations go along. Custom products, pictures of the set’s own, excluded sites and people stay behind.'
            : 'The copy has everything that the set has, also its excluded sites and its people.'}
        </p>
      </div>
    </FormDialog>
  );
}

function Copied({ copy, from, onClose }: { copy: OfficeSet & { left_out: LeftOut }; from: OfficeSet; onClose: () => void }) {
  const leftOut = leftOutWords(copy.left_out);
  const where = copy.account.id === from.account.id ? '' : ` for ${copy.account.name}`;
  return (
    <Dialog
      open
      title={`${copy.name} has been created${where}`}
      icon={{ name: 'check', tone: 'done' }}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink look="primary" to={setAddress(copy.account.id, copy.id)} onClick={onClose}>
            Open the copy
          </ButtonLink>
        </>
      }
    >
      <div className="flow" role="status">
        <p>It has {countText(copy.counts.products_count, 'product')}.</p>
        {leftOut.length === 0 ? (
          <p>Nothing was left out.</p>
        ) : (
          <>
            <p>Left out:</p>
            <ul className="set-left-out">
              {leftOut.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
