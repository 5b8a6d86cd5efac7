import { useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import type { Mail } from './client.ts';

/** One mail as its reader gets it. What it carries runs nothing: a frame without scripts, forms or a way out. */
export function Letter({ letter, onClose }: { letter: Mail; onClose: () => void }) {
  const [tab, setTab] = useState('html');
  return (
    <Dialog open onClose={onClose} width={760} title={letter.subject} description={letter.to}>
      <div className="letter">
        <p className="note">
          Written <DateText value={letter.created_at} form="moment" />
          {letter.sent_at && (
            <>
              , sent <DateText value={letter.sent_at} form="moment" />
            </>
          )}
        </p>
        {letter.attachment && (
          <p>
            <a href={letter.attachment.url} target="_blank" rel="noreferrer">
              {letter.attachment.name}
            </a>
          </p>
        )}
        {letter.state === 'expired' && letter.expires_at && (
          <Banner tone="warn" live={false}>
            It was not sent by <DateText value={letter.expires_at} form="moment" />, and is not sent any more.
          </Banner>
        )}
        {letter.error && (
          <Banner tone={letter.failed_at ? 'wrong' : 'warn'} live={false}>
            {letter.error}
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
            <iframe className="letter-page" title={`Mail: ${letter.subject}`} sandbox="" srcDoc={letter.html} />
          </TabPanel>
          <TabPanel value="text">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long letter is scrolled by keyboard */}
            <pre className="letter-text" tabIndex={0}>
              {letter.text}
            </pre>
            <CopyButton text={letter.text} />
          </TabPanel>
        </Tabs>
      </div>
    </Dialog>
  );
}
