import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type NoticeDetails, noticeChange } from '../../shared/notices/notice.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { dataUrlOf } from '../api/data-url-of.ts';
import { useForm } from '../api/use-form.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { AssigneeDialog } from './assignee-dialog.tsx';
import { type Assignee, assigneesOf } from './assignees.ts';
import './notices.css';
import { readNotice, saveNotice } from './office-client.ts';

const list = '/admin/notices';
const refresh = [['notices']];

/** Edits a new or a stored notice. For a stored notice, also shows who has downloaded it. */
export default function NoticeForm() {
  return (
    <RecordPage title="Notice" back={list} queryKey={['notices', 'one']} read={readNotice}>
      {(notice) => <Details stored={notice} />}
    </RecordPage>
  );
}

const valuesOf = (of: Partial<NoticeDetails>) => ({
  name: of.name ?? '',
  subject: of.subject ?? '',
  starts_at: of.starts_at ? ukDate(of.starts_at) : '',
  ends_at: of.ends_at ? ukDate(of.ends_at) : '',
  accounts: assigneesOf(of),
  file: null as { data: string; name: string } | null,
  version: of.version,
});

/** The stored time if `day` is its day, otherwise `day`. */
const asStored = (time: string | null | undefined, day: string): string => (time && ukDate(time) === day ? time : day);

function Details({ stored }: { stored: NoticeDetails | undefined }) {
  const navigate = useNavigate();
  const [isChoosing, setIsChoosing] = useState(false);
  const form = useForm({
    schema: noticeChange,
    record: stored ?? {},
    valuesOf,
    input: ({ accounts, file, ...values }) => ({
      ...values,
      starts_at: asStored(stored?.starts_at, values.starts_at),
      ends_at: asStored(stored?.ends_at, values.ends_at),
      accounts: accounts.map(({ id }) => id),
      sites: accounts.flatMap(({ sites }) => sites.map(({ id }) => id)),
      ...(file && { file: file.data, filename: file.name }),
    }),
    fieldOf: (name) => (name === 'sites' ? 'accounts' : name === 'filename' ? 'file' : name),
    send: saveNotice(stored?.id),
    success: 'Notice has been saved',
    refresh,
    onSaved: () => void navigate(list),
  });
  const { value: accounts, onChange: choose, error } = form.control('accounts');
  return (
    <FormPage
      form={form}
      stored={stored}
      title={stored?.name ?? 'New notice'}
      back={list}
      sub={stored && assigneeText(stored)}
      beside={stored && <Downloads notice={stored} />}
    >
      <FieldGroup title="Notice">
        <TextField label="Name" required hint="For internal reference" {...form.field('name')} />
        <TextField label="Subject" required hint="What clients read" {...form.field('subject')} />
        <DateField label="Starts At" hint="Empty: available at once" {...form.field('starts_at')} />
        <DateField label="Ends At" hint="Empty: available permanently" {...form.field('ends_at')} />
        <FileField stored={stored?.filename ?? null} {...form.control('file')} />
      </FieldGroup>
      <FieldGroup title="Accounts and sites">
        <div className="flow notice-assignees">
          <Assignees accounts={accounts} />
          {error && <p className="err">{error}</p>}
          <Button onClick={() => setIsChoosing(true)}>Modify accounts and sites</Button>
        </div>
      </FieldGroup>
      {isChoosing && <AssigneeDialog chosen={accounts} onChoose={choose} onClose={() => setIsChoosing(false)} />}
    </FormPage>
  );
}

const assigneeText = ({ assignee_counts: { accounts, sites, people } }: NoticeDetails): string =>
  `For ${[countText(accounts, 'account'), countText(sites, 'site'), people === 1 ? '1 person' : `${people} people`].join(', ')}`;

function Assignees({ accounts }: { accounts: readonly Assignee[] }) {
  if (accounts.length === 0) return <p className="note">All accounts</p>;
  return (
    <div className="pick-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Reference</th>
            <th scope="col">Name</th>
            <th scope="col">Sites</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ id, name, reference, is_archived, sites }) => (
            <tr key={id}>
              <td className="code">{reference}</td>
              <td>
                <Link to={`/admin/accounts/${id}/edit`}>{name}</Link> {is_archived && <Badge tone="line-only">Archived</Badge>}
              </td>
              <td>{sites.length === 0 ? <span className="note">All sites</span> : sites.map((site) => site.name).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FileFieldProps {
  stored: string | null;
  name: string;
  value: { data: string; name: string } | null;
  onChange: (value: { data: string; name: string } | null) => void;
  error: string | undefined;
}

/** The file of a notice. The stored file stays until another file is chosen. */
function FileField({ stored, name, onChange, error }: FileFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    const isTooLarge = file !== undefined && file.size > limits.notice_bytes;
    setFault(isTooLarge ? messages.notice_file_too_large : null);
    try {
      onChange(file && !isTooLarge ? { data: await dataUrlOf(file), name: file.name } : null);
    } catch {
      setFault(messages.notice_file_unreadable);
    }
  };
  return (
    <Field
      label="File"
      hint={stored ? `PDF, JPG, PNG, CSV or text, up to 8 MB. Without a new one ${stored} stays.` : 'PDF, JPG, PNG, CSV or text, up to 8 MB'}
      error={fault ?? error}
    >
      {(control) => (
        <input
          {...control}
          name={name}
          type="file"
          className="in"
          accept=".pdf,.jpg,.jpeg,.png,.csv,.txt,text/plain"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      )}
    </Field>
  );
}

/** The people who have downloaded the file, the latest first. */
function Downloads({ notice: { downloads, downloads_count } }: { notice: NoticeDetails }) {
  return (
    <section className="card" aria-labelledby="notice-downloads">
      <header>
        <h2 id="notice-downloads">Downloads</h2>
        <span className="push sub">{downloads_count}</span>
      </header>
      {downloads.length === 0 ? (
        <p className="in-card note">Nobody has downloaded it yet.</p>
      ) : (
        <ul className="in-card flow notice-downloads">
          {downloads.map(({ id, name, account, at }) => (
            <li key={id} className="line">
              <span className="grow cut">
                {name} <span className="note">{account}</span>
              </span>
              <DateText value={at} form="list" />
            </li>
          ))}
        </ul>
      )}
      {downloads.length < downloads_count && <p className="in-card note">And {downloads_count - downloads.length} earlier ones.</p>}
    </section>
  );
}
