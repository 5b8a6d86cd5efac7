import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiToken, newTokenName } from '../../shared/imports/import.ts';
import { tokenExample } from '../../shared/imports/token-example.ts';
import { limits } from '../../shared/limits.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { createToken, readTokens, revokeToken } from './client.ts';
import './imports.css';

/** A token that has just been made, and whether it is for the people of one account. */
interface CreatedToken {
  name: string;
  token: string;
  is_for_account: boolean;
}

/** The API tokens with which other systems run imports or record deliveries. A new token is shown once. */
export default function TokenList() {
  const query = useQuery({ queryKey: ['api-tokens'], queryFn: ({ signal }) => readTokens(signal) });
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return (
    <Page title="API tokens" back="/admin/imports" sub="Machines run imports with them, or say which parcels have arrived">
      <div className="stack sections-column">
        {created && (
          <Banner tone="done" action={<CopyButton text={created.token} label="Copy token" />}>
            <p className="strong">The token of {created.name}. It is shown only now: copy it.</p>
            <p className="code import-token">{created.token}</p>
          </Banner>
        )}
        <Example created={created} />
        <NewToken onCreated={setCreated} />
        <section className="card" aria-label="Tokens">
          <header>
            <h2>Tokens</h2>
          </header>
          <Loaded query={query} noun="API tokens">
            {({ items }) =>
              items.length === 0 ? (
                <EmptyState title="No tokens">
                  <p>A payroll system needs one to send its lists by itself.</p>
                </EmptyState>
              ) : (
                <ul className="plain">
                  {items.map((token) => (
                    <Token key={token.id} token={token} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
    </Page>
  );
}

/** Command lines to copy: with the new token while it is shown, otherwise with an environment variable in its place. */
function Example({ created }: { created: CreatedToken | null }) {
  const [isForAccount, setIsForAccount] = useState(false);
  const is_for_account = created ? created.is_for_account : isForAccount;
  const { upload, run } = tokenExample({ origin: window.location.origin, token: created?.token ?? null, is_for_account });
  return (
    <section className="card" aria-labelledby="token-example">
      <header>
        <h2 id="token-example">Example to copy</h2>
        {!created && (
          <span className="push">
            <Segments
              label="What the machine sends"
              value={isForAccount ? 'people' : 'stock'}
              onChange={(value) => setIsForAccount(value === 'people')}
              segments={[
                { value: 'stock', label: 'Stock' },
                { value: 'people', label: 'People of an account' },
              ]}
            />
          </span>
        )}
      </header>
      <div className="in-card flow">
        <Command label="Upload a file" text={upload}>
          1. Upload a file, whose first row has the names of its columns. <span className="code">mapping[0]</span> says what its first column becomes;
          the answer has the <span className="code">id</span> of the import and what the check says.
        </Command>
        <Command label="Run the import" text={run}>
          2. Run the import: put the id in place of <span className="code">ID</span>. With <span className="code">{'{"skip_faulty": true}'}</span>{' '}
          rows with errors are left out.
        </Command>
        {!created && (
          <p className="note">
            <span className="code">$KITROOM_TOKEN</span> stands for the token, which is shown only when it is made.
          </p>
        )}
      </div>
    </section>
  );
}

/** A command line with a button that copies it. */
function Command({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div className="import-command">
      <p className="sub">{children}</p>
      <div className="line">
        <code className="code import-line grow">{text}</code>
        <CopyButton text={text} label={`Copy: ${label}`} />
      </div>
    </div>
  );
}

function Token({ token: { id, name, scopes, account, creator, created_at, last_used_at } }: { token: ApiToken }) {
  const { ask, dialog } = useConfirm();
  const { write, busy } = useWrite({ send: revokeToken, success: 'The token is revoked', refresh: [['api-tokens']] });
  const revoke = async (): Promise<void> => {
    const body = 'The next request of the machine that uses it is refused.';
    if (await ask({ title: `Revoke the token ${name}?`, body, action: 'Revoke it', destroys: true })) await write(id);
  };
  return (
    <li className="line import-token-row">
      <div className="grow">
        <p className="strong cut" title={name}>
          {name}
        </p>
        <p className="sub">
          {scopes.includes('deliveries') ? 'Deliveries' : account ? `People of ${account.name}` : 'All imports'}, made{' '}
          <DateText value={created_at} form="moment" /> by {creator.name}
        </p>
        <p className="note">
          {last_used_at ? (
            <>
              Last used <DateText value={last_used_at} form="moment" />
            </>
          ) : (
            'Not used yet'
          )}
        </p>
      </div>
      <Button look="danger" busy={busy} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
        Revoke
      </Button>
      {dialog}
    </li>
  );
}

function NewToken({ onCreated }: { onCreated: (token: CreatedToken) => void }) {
  const [account, setAccount] = useState<Client | null>(null);
  const [scope, setScope] = useState<ApiToken['scopes'][number]>('imports');
  const form = useForm({
    schema: newTokenName,
    values: { name: '' },
    send: ({ name }, options) => createToken({ name, scopes: [scope], ...(scope === 'imports' && account && { account_id: account.id }) }, options),
    refresh: [['api-tokens']],
    guardedStep: 'view',
    onSaved: ({ name, token }) => {
      onCreated({ name, token, is_for_account: account !== null });
      setAccount(null);
      form.reset({ name: '' });
    },
  });
  return (
    <Form form={form} className="card">
      <header>
        <h2>New token</h2>
      </header>
      <div className="in-card import-options">
        <TextField label="Name" required maxLength={limits.name} hint="The machine that uses it" {...form.field('name')} />
        <Select
          label="For"
          value={scope}
          onChange={({ target }) => setScope(target.value === 'deliveries' ? 'deliveries' : 'imports')}
          options={[
            { value: 'imports', label: 'Imports' },
            { value: 'deliveries', label: 'Deliveries' },
          ]}
          hint={scope === 'deliveries' ? 'It says which parcels have arrived, by their tracking numbers' : 'It uploads and runs imports'}
        />
        {scope === 'imports' && (
          <ClientChoice
            label="Account"
            value={account}
            onChange={setAccount}
            from={0}
            placeholder="All accounts"
            hint="With an account it imports the people of that account alone"
          />
        )}
      </div>
      <footer>
        <Submit form={form} className="push" busyText="Making">
          Make a token
        </Submit>
      </footer>
    </Form>
  );
}
