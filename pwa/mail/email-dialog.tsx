import { useState } from 'react';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { type Mail, mail } from './client.ts';

/** One email as its recipient gets it. The email's content is in a frame without scripts, forms or navigation. */
export function EmailDialog({ email, onClose }: { email: Mail; onClose: () => void }) {
  const [tab, setTab] = useState('html');
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={email.subject}
      description={email.to}
      actions={email.failed_at && <FailedActions email={email} onDone={onClose} />}
    >
      <div className="letter">
        <p className="note">
          Written <DateText value={email.created_at} form="moment" />
          {email.sent_at && (
            <>
              , sent <DateText value={email.sent_at} form="moment" />
            </>
          )}
        </p>
        {email.attachment && (
          <p>
            <a href={email.attachment.url} target="_blank" rel="noreferrer">
              {email.attachment.name}
            </a>
          </p>
        )}
        {email.state === 'expired' && email.expires_at && (
          <Banner tone="warn" live={false}>
            It was not sent by <DateText value={email.expires_at} form="moment" />, and is not sent any more.
          </Banner>
        )}
        {email.error && (
          <Banner tone={email.failed_at ? 'wrong' : 'warn'} live={false}>
            {email.error}
          </Banner>
        )}
        <Tabs
          label="Form"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'html', label: 'As it looks' },
            { key: 'text', label: 'Text' },
          ]}
        >
          <TabPanel value="html">
            <iframe className="letter-page" title={`Mail: ${email.subject}`} sandbox="" srcDoc={email.html} />
          </TabPanel>
          <TabPanel value="text">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long email is scrolled by keyboard */}
            <pre className="letter-text" tabIndex={0}>
              {email.text}
            </pre>
            <CopyButton text={email.text} />
          </TabPanel>
        </Tabs>
      </div>
    </Dialog>
  );
}

/** What can be done about an email that failed: send it again or, until that is done, set it aside. */
function FailedActions({ email: { id, dismissed_at }, onDone }: { email: Mail; onDone: () => void }) {
  const refresh = [['mail'], ['day']];
  const again = useWrite({
    send: (ids: number[], options) => answer(mail.again.$post({ json: { ids } }, options)),
    success: ({ queued }) => (queued ? 'The email is sent again' : 'Its link has expired: the person has to ask for a new one'),
    refresh,
    onSaved: ({ queued }) => queued > 0 && onDone(),
  });
  const dismiss = useWrite({
    send: (ids: number[], options) => answer(mail.dismiss.$post({ json: { ids } }, options)),
    success: 'The email is set aside',
    refresh,
    onSaved: onDone,
  });
  return (
    <>
      {!dismissed_at && (
        <Button busy={dismiss.busy} busyText="Setting aside" onClick={() => void dismiss.write([id])}>
          Set aside
        </Button>
      )}
      <Button look="primary" busy={again.busy} busyText="Sending" onClick={() => void again.write([id])}>
        Send again
      </Button>
    </>
  );
}
