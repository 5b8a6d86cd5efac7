import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import type { OfficeNotice } from '../../shared/notices/notice.ts';
import { useWrite } from '../api/use-write.ts';
import { IconButton } from '../ui/button.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { deleteNotice, readOfficeNotices } from './office-client.ts';

const edit = ({ id }: OfficeNotice): string => `/admin/notices/${id}/edit`;
const name = (one: OfficeNotice) => (
  <Link className="strong cut" to={edit(one)}>
    {one.name}
  </Link>
);
const day = (value: string | null, open: string) => (value ? <DateText value={value} form="list" /> : <span className="note">{open}</span>);

/** The notices that clients read, by name. */
export default function OfficeNoticeList() {
  const list = useListState({ orderBy: 'name', per_page: limits.notices_page });
  const { ask, dialog } = useConfirm();
  const { write } = useWrite({ send: deleteNotice, success: 'Notice has been deleted', refresh: [['notices']] });
  const remove = async (one: OfficeNotice): Promise<void> => {
    if (await ask({ title: `Delete ${one.name}?`, body: 'Nobody sees it any more.', action: 'Delete', destroys: true })) void write(one);
  };
  const deleteButton = (one: OfficeNotice) => <IconButton size="sm" icon="trash" label={`Delete ${one.name}`} onClick={() => void remove(one)} />;
  return (
    <Page title="Notices" fill primary={<CreateLink to="/admin/notices/create">Create Notice</CreateLink>}>
      <DataTable
        noun={['notice', 'notices']}
        list={list}
        exports={{ path: '/admin/notices/export' }}
        queryKey={['notices', 'office']}
        load={readOfficeNotices}
        searchPlaceholder="Name or subject"
        columns={[
          { key: 'name', heading: 'Name', orderBy: 'name', cell: name, title: (one) => one.name },
          { key: 'subject', heading: 'Subject', orderBy: 'subject', title: (one) => one.subject },
          { key: 'starts', heading: 'Starts', width: 120, orderBy: 'starts_at', cell: (one) => day(one.starts_at, 'At once') },
          { key: 'ends', heading: 'Ends', width: 120, orderBy: 'ends_at', cell: (one) => day(one.ends_at, 'No end') },
          { key: 'delete', heading: 'Delete', width: 72, cell: deleteButton },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(one) => `notice ${one.name}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push">{deleteButton(one)}</span>
            </div>
            <p className="sub text-md">{one.subject}</p>
            <p className="line sub text-md">
              <span>Starts {day(one.starts_at, 'at once')}</span>
              <span className="push">
                {one.ends_at && 'Ends '}
                {day(one.ends_at, 'No end')}
              </span>
            </p>
          </>
        )}
        empty="No notices found"
        emptyHint={<p>A notice is shown to the clients and sites that it is for, with a file to download.</p>}
      />
      {dialog}
    </Page>
  );
}
