import { useQueryClient } from '@tanstack/react-query';
import { limits } from '../../shared/limits.ts';
import { waitingKey } from '../api/waiting.ts';
import { Badge } from '../ui/badge.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { type Notice, readNotices } from './client.ts';
import './notices.css';

const key = ['notices'] as const;

/** Milliseconds after which a download has usually begun and the server has recorded it. */
const BEGUN = 1500;

/** The office's notices, each with its file. */
export default function NoticeList() {
  const list = useListState({ orderBy: 'name', sortedBy: 'asc', per_page: limits.notices_page });
  const isPhone = useIsPhone();
  return (
    <Page title="Notices" fill={!isPhone}>
      <DataTable
        noun={['notice', 'notices']}
        list={list}
        queryKey={key}
        load={readNotices}
        columns={[
          {
            key: 'name',
            heading: 'Name',
            orderBy: 'subject',
            cell: (notice) => <Subject notice={notice} />,
            title: ({ subject, filename }) => [subject, filename].filter(Boolean).join(', '),
          },
          { key: 'starts', heading: 'Starts', width: 132, orderBy: 'starts_at', firstOrder: 'desc', cell: (notice) => <Starts notice={notice} /> },
          { key: 'ends', heading: 'Ends', width: 132, orderBy: 'ends_at', cell: (notice) => <Ends notice={notice} /> },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ subject }) => `notice ${subject}`}
        card={(notice) => (
          <>
            <Subject notice={notice} />
            <p className="line sub text-md">
              <span>
                {notice.starts_at && 'Starts '}
                <Starts notice={notice} />
              </span>
              <span className="push">
                {notice.ends_at && 'Ends '}
                <Ends notice={notice} />
              </span>
            </p>
          </>
        )}
        empty="No notices found"
        emptyHint={<p>News, size charts and last order dates appear here.</p>}
      />
    </Page>
  );
}

const Starts = ({ notice: { starts_at } }: { notice: Notice }) =>
  starts_at ? <DateText value={starts_at} form="list" /> : <span className="note">At once</span>;
const Ends = ({ notice: { ends_at } }: { notice: Notice }) =>
  ends_at ? <DateText value={ends_at} form="list" /> : <span className="note">No end</span>;

function Subject({ notice: { id, subject, filename, is_new } }: { notice: Notice }) {
  const queries = useQueryClient();
  const downloaded = (): void => {
    queries.setQueriesData<PageOf<Notice>>(
      { queryKey: key },
      (page) => page && { ...page, items: page.items.map((one) => (one.id === id ? { ...one, is_new: false } : one)) },
    );
    // The browser downloads the file without telling this page, so the list reads from the server whether the download was recorded.
    setTimeout(() => {
      void queries.invalidateQueries({ queryKey: key });
      void queries.invalidateQueries({ queryKey: waitingKey });
    }, BEGUN);
  };
  return (
    <span className="line notice-subject">
      {filename ? (
        <a className="strong cut" href={`/notices/${id}/download`} download={filename} onClick={downloaded}>
          {subject}
          <span className="sr"> (download)</span>
        </a>
      ) : (
        <span className="strong cut">{subject}</span>
      )}
      {is_new && <Badge tone="accent">New</Badge>}
    </span>
  );
}
