import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ImportDetails } from '../../shared/imports/import.ts';
import { importFields, importTypeLabels } from '../../shared/imports/import-fields.ts';
import { messages } from '../../shared/imports/messages.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { CheckCard, OtherFile } from './check-card.tsx';
import { readImport, runImport, stopImport } from './client.ts';
import { ImportStatusBadge, isMoving } from './import-status.tsx';
import './imports.css';
import { RollbackCard } from './rollback-card.tsx';
import { useRollback } from './use-rollback.tsx';

/** One import: its check, its run and what became of it. While it goes on by itself it is read every second. */
export default function ImportPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => readImport(id, signal),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 1000 : false),
  });
  if (query.data) return <StoredImport key={id} one={query.data} />;
  return (
    <Page title="Import" back="/admin/imports">
      <Loaded query={query} noun="import">
        {() => null}
      </Loaded>
    </Page>
  );
}

function StoredImport({ one }: { one: ImportDetails }) {
  const { type, account, file_name, status, error } = one;
  const { rollBack, busy, dialog } = useRollback();
  return (
    <Page
      title={`Import ${importTypeLabels[type].toLowerCase()}`}
      back="/admin/imports"
      sub={[account?.name, file_name].filter(Boolean).join(', ')}
      actions={
        <>
          {one.rollback_url && (
            <Button busy={busy} busyText="Undoing" onClick={() => void rollBack(one)}>
              Undo the import
            </Button>
          )}
          <OtherFile />
        </>
      }
      foot={<Foot one={one} />}
    >
      <div className="stack">
        <Progress one={one} />
        {error && (status === 'failed' || status === 'checked') && <Banner tone={status === 'failed' ? 'wrong' : 'warn'}>{error}</Banner>}
        <RollbackCard one={one} />
        <CheckCard one={one} />
        <AboutCard one={one} />
        <LogCard one={one} />
      </div>
      {dialog}
    </Page>
  );
}

const words: Partial<Record<ImportDetails['status'], string>> = {
  checking: 'Checking the whole file',
  queued: 'The import begins',
  running: 'Importing',
  reverting: 'Undoing the import',
};

/** How far an import that goes on by itself has come. */
function Progress({ one }: { one: ImportDetails }) {
  const { status, current_line, total_rows, id } = one;
  const { write, busy } = useWrite({ send: stopImport, success: 'The import is stopped', refresh: [['imports']] });
  if (!isMoving(one)) return null;
  const passed = status === 'queued' ? 0 : current_line;
  return (
    <Banner
      action={
        (status === 'queued' || status === 'running') && (
          <Button busy={busy} onClick={() => void write(id)}>
            Stop after this row
          </Button>
        )
      }
    >
      <div className="flow-sm">
        <p className="line">
          <strong>{words[status]}</strong>
          {status !== 'reverting' && (
            <span className="push nowrap" aria-hidden="true">
              Row {formatCount(passed)}
              {total_rows !== null && ` of ${formatCount(total_rows)}`}
            </span>
          )}
        </p>
        {total_rows !== null && status !== 'reverting' && (
          <Bar parts={[{ share: total_rows ? passed / total_rows : 0, tone: 'now' }]} label={`${passed} of ${total_rows} rows`} />
        )}
        <p className="sub">You may leave this page: it goes on, and you are told when it is done.</p>
      </div>
    </Banner>
  );
}

/** The next step: import what is checked, or go on with a run that ended early. */
function Foot({ one }: { one: ImportDetails }) {
  const { id, status, check, expected, started_at, progress } = one;
  const [isAsking, setAsking] = useState(false);
  const { write, busy } = useWrite({ send: runImport, refresh: [['imports']], onSaved: () => setAsking(false) });
  const rows = (check?.new ?? 0) + (check?.changed ?? 0) + (check?.archived ?? 0) - (check?.missing ?? 0);
  const people = (check?.new ?? 0) + (check?.changed ?? 0) + (check?.archived ?? 0);
  const canRun = status === 'checked' || (status === 'failed' && started_at !== null);
  const run = (confirm_changes?: number) => void write({ id, skip_faulty: true, ...(confirm_changes !== undefined && { confirm_changes }) });
  if (started_at !== null && !canRun)
    return (
      <span>
        <strong>
          {formatCount(progress.new)} new, {formatCount(progress.changed)} changed
          {progress.archived > 0 && `, ${formatCount(progress.archived)} archived`}
        </strong>
        {progress.failed > 0 && `, ${countText(progress.failed, 'row')} with errors`}
      </span>
    );
  if (!canRun || !check) return <ImportStatusBadge status={status} />;
  return (
    <>
      <span>
        <strong>
          {formatCount(check.new)} new, {formatCount(check.changed)} changed
          {check.archived > 0 && `, ${formatCount(check.archived)} archived`}
        </strong>
        {check.faulty > 0 && `, ${formatCount(check.faulty)} with errors`}
      </span>
      <span className="push line">
        <span className="note import-promise">
          {check.faulty > 0 && 'Rows with errors are left out. '}
          {one.type !== 'accounts' && 'The import can be undone'}
        </span>
        <Button look="primary" busy={busy} disabled={people === 0} onClick={() => (expected === null ? run() : setAsking(true))}>
          {status === 'failed' ? 'Go on with the import' : people === 0 ? 'Nothing to import' : `Import ${countText(rows || people, 'row')}`}
        </Button>
      </span>
      {isAsking && expected !== null && (
        <Brake expected={expected} missing={check.missing} busy={busy} onConfirm={run} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

/** The question before many people are changed or archived: the number has to be typed. */
function Brake(props: { expected: number; missing: number; busy: boolean; onConfirm: (n: number) => void; onClose: () => void }) {
  const { expected, missing, busy, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const isRight = typed.trim().replaceAll(',', '') === String(expected);
  return (
    <Dialog
      open
      title={`Change or archive ${countText(expected, 'person', 'people')}?`}
      icon={{ name: 'alert', tone: 'warn' }}
      closable={!busy}
      asksFirst={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onConfirm(expected);
      }}
      actions={
        <>
          <Button onClick={onClose}>Do not import</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!isRight}>
            Import
          </Button>
        </>
      }
    >
      <div className="flow">
        <p>{messages.brake(expected)}</p>
        {missing > 0 && (
          <p>
            {countText(missing, 'person', 'people')} of the account {missing === 1 ? 'is' : 'are'} missing from the file and will be archived. Check
            that the file is whole.
          </p>
        )}
        <TextField
          label={`Type ${expected}`}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          required
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </Dialog>
  );
}

/** What the file is, and what its columns became. */
function AboutCard({ one }: { one: ImportDetails }) {
  const { columns, type, sheet, header_row, mapping_name, complete, create_missing, update_employees, creator, created_at, token } = one;
  const used = columns.filter(({ field }) => field !== null);
  const choices = [
    type === 'employees' && (update_employees ? 'People who are here already are changed' : 'People who are here already stay as they are'),
    complete && 'Whoever is missing is archived',
    create_missing && 'Missing roles and sets are made',
  ].filter(Boolean);
  return (
    <section className="card" aria-label="File">
      <header>
        <h2>File</h2>
        <span className="note">
          {used.length} of {countText(columns.length, 'column')} used
        </span>
      </header>
      <div className="in-card flow">
        <p className="sub">
          Uploaded <DateText value={created_at} form="moment" /> by {token ? `${token} (API token of ${creator.name})` : creator.name}
          {sheet && `, sheet ${sheet}`}, column names in row {header_row}
          {mapping_name && `, mapping ${mapping_name}`}
        </p>
        {choices.length > 0 && <p className="sub">{choices.join('. ')}.</p>}
        <ul className="plain import-mapping">
          {used.map(({ heading, field }) => (
            <li key={field}>
              <span className="cut">{heading || 'Column without a name'}</span>
              <span aria-hidden="true"> → </span>
              <span className="sr"> becomes </span>
              <strong>{importFields[type][field ?? '']?.label}</strong>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function LogCard({ one: { log, log_download_url } }: { one: ImportDetails }) {
  return (
    <section className="card" aria-label="Log">
      <header>
        <h2>Log</h2>
        <a className="btn sm push" href={log_download_url} download>
          As CSV
        </a>
      </header>
      <ul className="plain in-card import-log">
        {log.map(({ datetime, message }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
          <li key={`${datetime}:${log.length - place}`} className="line">
            <span className="sub nowrap">
              <DateText value={datetime} form="moment" />
            </span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
