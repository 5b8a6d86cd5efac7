import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { Badge } from '../ui/badge.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type Mail, mail } from './client.ts';
import { EmailDialog } from './email-dialog.tsx';
import './mail.css';

/** The state of an email: sent, waiting, trying again, failed, or expired. */
const MailState = ({ email }: { email: Mail }) => {
  if (email.sent_at)
    return (
      <span>
        Sent <DateText value={email.sent_at} form="time" />
      </span>
    );
  if (email.state === 'expired') return <Badge tone="warn">Expired</Badge>;
  if (email.failed_at) return <Badge tone="wrong">Not sent</Badge>;
  if (email.error) return <Badge tone="warn">Trying again</Badge>;
  return <span className="note">Waiting</span>;
};

/** The address of the list with the email `id` open, or with no email open if `id` is null. `hash` is the current hash; its other parts stay. */
function withEmail(hash: string, id: number | null): string {
  const params = new URLSearchParams(hash.slice(1));
  if (id === null) params.delete('mail');
  else params.set('mail', String(id));
  const next = params.toString();
  return `/admin/mail${next ? `#${next}` : ''}`;
}

/** Every email that Kitroom wrote, newest first; Enter opens one. */
export default function MailList() {
  const list = useListState({ orderBy: 'created_at', sortedBy: 'desc', per_page: 25, filters: ['failed'] });
  const { hash } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The open email is looked up in the loaded pages, so this component has to render again when a page has loaded.
  useIsFetching({ queryKey: ['mail'] });
  const id = Number(new URLSearchParams(hash.slice(1)).get('mail'));
  const pages = id ? queries.getQueriesData<PageOf<Mail>>({ queryKey: ['mail'] }) : [];
  const email = pages.flatMap(([, page]) => page?.items ?? []).find((one) => one.id === id);

  return (
    <Page title="Mail" fill>
      <DataTable
        noun={['message', 'messages']}
        list={list}
        exports={{ path: '/admin/mail/export' }}
        queryKey={['mail']}
        load={(query, signal) => answer(mail.index.$get({ query: stringQuery(query) }, { init: { signal } }))}
        refetchInterval={30_000}
        columns={[
          {
            key: 'written',
            heading: 'Written',
            width: 140,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (row) => <DateText value={row.created_at} form="moment" />,
          },
          { key: 'to', heading: 'To', width: 224, orderBy: 'to', cell: (row) => row.to, title: (row) => row.to },
          {
            key: 'subject',
            heading: 'Subject',
            minWidth: 260,
            orderBy: 'subject',
            cell: (row) => <span className="strong">{row.subject}</span>,
            title: (row) => row.subject,
          },
          {
            key: 'state',
            heading: 'Sent',
            width: 140,
            orderBy: 'sent_at',
            cell: (row) => (row.sent_at ? <DateText value={row.sent_at} form="moment" /> : <MailState email={row} />),
            title: (row) => row.error ?? '',
          },
          { key: 'tries', heading: 'Tries', align: 'num', width: 60, wide: true, cell: (row) => row.attempts || '' },
        ]}
        rowId={(row) => String(row.id)}
        rowName={(row) => `“${row.subject}” to ${row.to}`}
        rowHref={(row) => withEmail(hash, row.id)}
        card={(row) => (
          <button type="button" className="mail-card" onClick={() => void navigate(withEmail(hash, row.id))}>
            <span className="line">
              <span className="strong cut">{row.subject}</span>
            </span>
            <span className="sub cut">{row.to}</span>
            <span className="line note">
              <DateText value={row.created_at} form="moment" />
              <span className="push">
                <MailState email={row} />
              </span>
            </span>
          </button>
        )}
        tools={
          <Segments
            label="Show"
            value={list.filters.failed ?? ''}
            onChange={(failed) => list.set({ failed })}
            segments={[
              { value: '', label: 'All' },
              { value: '1', label: 'Failed' },
            ]}
          />
        }
        searchPlaceholder="Address or subject"
        searchFrom={2}
        empty={list.filters.failed ? 'No email has failed' : 'No mail has been written'}
        emptyHint={<p>Confirmations, requests and dispatch notices appear here as they are written.</p>}
      />
      {email && <EmailDialog email={email} onClose={() => void navigate(withEmail(hash, null), { replace: true })} />}
    </Page>
  );
}
