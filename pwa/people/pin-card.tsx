import { useState } from 'react';
import { userPinInput } from '../../shared/sync/set-pin-input.ts';
import { afterPersonChange } from '../api/people.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { Person } from './client.ts';
import { setUserPin } from './user-client.ts';

/** Sets, changes or removes the PIN with which somebody on the floor works on shared tablets. The PIN is never shown. */
export function PinCard({ user }: { user: Person }) {
  const { id, name, has_pin } = user;
  const [isOpen, setIsOpen] = useState(false);
  const { ask, dialog } = useConfirm();
  const removal = useWrite({
    send: (_: undefined, options) => setUserPin(id)({ pin: null }, options),
    success: `${name} has no PIN any more`,
    refresh: afterPersonChange,
  });
  const askToRemove = async (): Promise<void> => {
    const body = <p>They sign in with their password from then on.</p>;
    if (await ask({ title: `Remove the PIN of ${name}?`, body, action: 'Remove PIN', destroys: true })) void removal.write(undefined);
  };
  return (
    <section className="card" aria-labelledby="user-pin">
      <header>
        <h2 id="user-pin" className="grow">
          PIN
        </h2>
      </header>
      <div className="in-card flow">
        <p className="sub">
          {has_pin ? 'They have a PIN for shared tablets.' : 'They have no PIN for shared tablets.'} It works on tablets on which they have signed in
          with their password before.
        </p>
        <div className="line">
          <Button onClick={() => setIsOpen(true)}>{has_pin ? 'Reset PIN' : 'Set PIN'}</Button>
          {has_pin && (
            <Button look="danger" busy={removal.busy} onClick={() => void askToRemove()}>
              Remove PIN
            </Button>
          )}
        </div>
      </div>
      {isOpen && <PinDialog user={user} onClose={() => setIsOpen(false)} />}
      {dialog}
    </section>
  );
}

function PinDialog({ user: { id, name, has_pin }, onClose }: { user: Person; onClose: () => void }) {
  const form = useForm({
    schema: userPinInput,
    values: { pin: '', again: '' },
    input: ({ pin }) => ({ pin }),
    check: ({ pin, again }) => ({ again: pin === again ? null : 'The two PINs differ.' }),
    isGuarded: false,
    send: setUserPin(id),
    success: `The PIN of ${name} is set`,
    refresh: afterPersonChange,
    onSaved: onClose,
  });
  const digits = (field: 'pin' | 'again') => ({
    ...form.field(field),
    type: 'password',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 8,
    required: true,
    onChange: ({ target }: { target: { value: string } }) => form.fill({ [field]: target.value.replace(/\D/g, '') }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      asksFirst={false}
      title={has_pin ? 'Reset PIN' : 'Set PIN'}
      description={name}
      action={has_pin ? 'Reset PIN' : 'Set PIN'}
      busyText="Saving"
    >
      <div className="flow">
        <TextField label="PIN" hint="4 to 8 digits. Tell it to nobody but them" {...digits('pin')} />
        <TextField label="Repeat it" {...digits('again')} />
      </div>
    </FormDialog>
  );
}
