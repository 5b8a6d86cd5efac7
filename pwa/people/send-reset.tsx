import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useWrite } from '../api/use-write.ts';
import { mailText, mailWaits } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { readPerson, sendReset } from './client.ts';
import './people.css';
import { readUser, sendUserReset } from './user-client.ts';

/** Asks whether to send a client’s person, or one of the provider’s people, a link to set a new password. Sends the link after a yes. */
export default function SendReset() {
  const { accountId, id = '', userId = id } = useParams();
  const { can } = useSession();
  const navigate = useNavigate();
  const isUser = accountId === undefined;
  const company = can('use_office') ? accountId : undefined;
  const people = isUser ? '/admin/users' : company === undefined ? '/employees' : `/admin/accounts/${company}/employees`;
  const edit = `${people}/${userId}/edit`;
  const read = isUser ? readUser : readPerson(company);
  const person = useQuery({ queryKey: ['person', people, userId], queryFn: ({ signal }) => read(userId, signal) });
  const reset = useWrite({
    send: (_: undefined, options) => (isUser ? sendUserReset : sendReset(Number(accountId)))(Number(userId), options),
    success: () => mailText('A link to set a new password', person.data?.email),
    onSaved: () => void navigate(edit),
  });
  return (
    <Page title="Send a reset link" back={edit}>
      <Loaded query={person} noun="person">
        {({ name, email, can: { edit: isEditable } }) => {
          const refusal = !isEditable ? 'You cannot do this for them.' : email ? null : `${name} has no email address.`;
          return (
            <section className="card person-ask">
              <div className="in-card flow">
                <h2>{name}</h2>
                {refusal ? (
                  <Banner tone="warn" live={false}>
                    {refusal}
                  </Banner>
                ) : (
                  <>
                    <p>
                      An email goes to <strong>{email}</strong> with a link to set a new password. The link works once.{mailWaits()}
                    </p>
                    <p className="sub">Their password stays as it is until then.</p>
                  </>
                )}
              </div>
              <footer>
                <ButtonLink to={edit}>Leave it as it is</ButtonLink>
                {!refusal && (
                  <Button look="primary" icon="mail" busy={reset.busy} busyText="Sending" onClick={() => void reset.write(undefined)}>
                    Send reset link
                  </Button>
                )}
              </footer>
            </section>
          );
        }}
      </Loaded>
    </Page>
  );
}
