import { setPinInput } from '../../shared/sync/set-pin-input.ts';
import { sendJson } from '../api/send-json.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { openTablet } from '../offline/this-tablet.ts';
import { useStaff, useSyncState } from '../offline/use-floor.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { OwnPassword } from './own-password.tsx';
import { useSession } from './use-session.ts';

const empty = { pin: '', again: '', current_password: '' };
const savePin = (json: { pin: string | null; current_password: string }, key: string) => sendJson('PUT', '/api/sync/pin', json, key);
const tellTablet = async (): Promise<void> => (await openTablet()).tryNow();

/** Sets the PIN by which a person identifies themself on tablets on which they have signed in. Needs the network and the password. */
export default function YourPin() {
  const { session, who } = useSession();
  const staff = useStaff();
  const { online } = useSyncState();
  const has_pin = Boolean(staff?.find(({ id }) => id === who.user.id)?.pin_hash);
  const form = useForm({
    schema: setPinInput,
    values: empty,
    check: ({ pin, again, current_password }) => ({
      pin: /^\d{4,8}$/.test(pin) ? null : 'Use 4 to 8 digits.',
      again: pin === again ? null : 'The two PINs differ.',
      current_password: current_password ? null : 'Enter your password.',
    }),
    isGuarded: false,
    send: (json, { headers }) => savePin(json, headers['Idempotency-Key']),
    success: 'Your PIN is saved.',
    onSaved: () => {
      form.reset(empty);
      void tellTablet();
    },
  });
  const { current_password } = form.values;
  const remove = useWrite({
    send: (_: undefined, { headers }) => savePin({ pin: null, current_password }, headers['Idempotency-Key']),
    success: 'Your PIN is removed.',
    onSaved: () => {
      form.reset(empty);
      void tellTablet();
    },
    onRefused: ({ first_messages: { current_password: message } }) => {
      if (message) form.hook.setError('current_password', { message }, { shouldFocus: true });
      return message !== undefined;
    },
  });
  const waits = session.at_work
    ? `${session.who.user.name} is signed in here. Sign in with your own password to set your PIN.`
    : online
      ? null
      : 'There is no connection. A PIN can be set once it is back.';
  const digits = (name: 'pin' | 'again') => ({
    ...form.field(name),
    type: 'password',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 8,
    onChange: ({ target }: { target: { value: string } }) => form.fill({ [name]: target.value.replace(/\D/g, '') }),
  });

  return (
    <Page title="Your PIN" back="/">
      <Form form={form} className="flow pin-page">
        <p>
          With a PIN you choose yourself on a tablet that somebody hands you, also without a network. It works on tablets on which you have signed in
          with your password before.
        </p>
        <TextField label={has_pin ? 'New PIN' : 'PIN'} hint="4 to 8 digits" {...digits('pin')} />
        <TextField label="Repeat it" {...digits('again')} />
        <OwnPassword {...form.field('current_password')} />
        <div className="line pt-3 flex-wrap">
          <Submit form={form} size="lg" busyText="Saving…" waits={waits}>
            {has_pin ? 'Change PIN' : 'Save PIN'}
          </Submit>
          {has_pin && waits === null && (
            <Button
              look="danger"
              size="lg"
              busy={remove.busy}
              disabled={!current_password}
              title={current_password ? undefined : 'Enter your password first.'}
              onClick={() => void remove.write(undefined)}
            >
              Remove PIN
            </Button>
          )}
        </div>
      </Form>
    </Page>
  );
}
