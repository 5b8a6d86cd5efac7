import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ImportMapping } from '../../shared/imports/import.ts';
import { importTypeLabels, isOfAccount } from '../../shared/imports/import-fields.ts';
import { limits } from '../../shared/limits.ts';
import { readAccount } from '../api/accounts.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { previewFile, readImport, uploadFile } from './client.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { ImportOptions } from './import-options.tsx';
import { ImportSteps } from './import-steps.tsx';
import './imports.css';
import { draftOf, emptyDraft, type FileChoice, fileKey, peopleDraftOf, readingOf, type UploadDraft, type UploadOptions } from './upload-draft.ts';

/** Whether a refusal is about the file or a choice. Such a refusal is shown on the page instead of in a dialog. */
const isAboutFile = ({ status }: ApiError): boolean => status === 422 || status === 413;

const fileFields = ['csv', 'header_row', 'sheet'];
const columnFields = ['mapping', 'mapping_name'];

/** The first message about one of these fields or its entries. */
const messageOf = (error: ApiError | null, fields: readonly string[]): string | null =>
  (error && Object.entries(error.first_messages).find(([field]) => fields.some((name) => field === name || field.startsWith(`${name}[`)))?.[1]) ??
  null;

/** Why the upload was refused, if no message is about the file, its columns or the account. */
const otherMessage = (error: ApiError | null): string | null =>
  error && isAboutFile(error) && !messageOf(error, [...fileFields, ...columnFields, 'account_id']) ? error.message : null;

/** Says what the person has to choose before the check; null if nothing is missing. */
function waitsFor({ choice: { file, again, type, account } }: UploadDraft, fields: readonly (string | null)[]): string | null {
  if (!file && !again) return 'Choose a file.';
  if (isOfAccount(type) && !account) return 'Choose the account.';
  return fields.every((field) => field === null) ? 'Choose what the columns become.' : null;
}

/** Prepares an import: the person chooses the file, its type and the fields that its columns fill. The file is then checked, but not imported. */
export default function NewImport() {
  const [params] = useSearchParams();
  const id = params.get('again');
  const accountId = params.get('account');
  const account = useQuery({
    queryKey: ['accounts', 'one', accountId],
    queryFn: ({ signal }) => readAccount(accountId ?? '', signal),
    enabled: accountId !== null,
  });
  const former = useQuery({ queryKey: ['imports', 'one', id], queryFn: ({ signal }) => readImport(id ?? '', signal), enabled: id !== null });
  if (id === null && accountId === null) return <ImportForm initial={emptyDraft} />;
  if (former.data) return <ImportForm key={id} initial={draftOf(former.data)} />;
  if (id === null && account.data) return <ImportForm key={accountId} initial={peopleDraftOf(account.data)} />;
  return (
    <Page title="Import" back="/admin/imports">
      {id === null ? (
        <Loaded query={account} noun="account">
          {() => null}
        </Loaded>
      ) : (
        <Loaded query={former} noun="import">
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

function ImportForm({ initial }: { initial: UploadDraft }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const { choice, options } = draft;
  const { type, account, file, again, sheet, header_row, delimiter, mapping_name } = choice;
  const isPeople = type === 'employees';
  const reading = readingOf(choice);
  const ofFile = fileKey(choice);
  const preview = useQuery({
    queryKey: ['import-preview', ofFile, type, sheet, header_row, delimiter, mapping_name, mapping_name ? account?.id : null],
    queryFn: ({ signal }) =>
      previewFile(
        {
          csv: file ?? undefined,
          again: file ? undefined : again?.id,
          type,
          sheet,
          header_row,
          delimiter,
          ...(mapping_name && { mapping_name, account_id: isOfAccount(type) ? account?.id : undefined }),
        },
        signal,
      ),
    enabled: ofFile !== null && (file?.size ?? 0) <= limits.import_bytes,
    // While another sheet or header row of the same file is read, the earlier preview stays on the screen.
    placeholderData: (before, query) => (query?.queryKey[1] === ofFile && query?.queryKey[2] === type ? before : undefined),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const data = preview.isError ? undefined : preview.data;
  const fields = draft.fields?.reading === reading ? draft.fields.of : (data?.columns.map(({ field }) => field) ?? []);
  const upload = useWrite({
    send: uploadFile,
    refresh: [['imports'], ['import-mappings']],
    onSaved: ({ id }) => {
      void navigate(`/admin/imports/${id}`, { replace: true });
    },
    onRefused: isAboutFile,
  });
  const chooseFields = (of: (string | null)[]): void => {
    upload.clear();
    setDraft((before) => ({ ...before, fields: { reading, of } }));
  };
  // Each change adds to the newest draft, not to the one on the screen: a chosen type is rendered in a transition, and a file may be chosen before that.
  const choose = (part: Partial<FileChoice>): void => {
    upload.clear();
    setDraft((before) => ({ ...before, choice: { ...before.choice, ...part } }));
  };
  const setOption = (part: Partial<UploadOptions>): void => {
    upload.clear();
    setDraft((before) => ({ ...before, options: { ...before.options, ...part } }));
  };
  /** Uses a mapping with the options that were saved with it. A mapping names a sheet and a header row, so the file is read again. */
  const chooseMapping = (mapping: ImportMapping | null): void => {
    choose({
      mapping_name: mapping?.name ?? '',
      account: account ?? mapping?.account ?? null,
      sheet: undefined,
      header_row: undefined,
      delimiter: mapping?.reading?.delimiter ?? undefined,
    });
    setOption(
      mapping
        ? {
            update_employees: mapping.update_employees,
            complete: mapping.complete,
            decimal: mapping.reading?.decimal ?? undefined,
            dates: mapping.reading?.dates ?? undefined,
            save_as: mapping.name,
          }
        : { save_as: '' },
    );
  };
  const check = (): void => {
    const mapping = Object.fromEntries(fields.flatMap((field, column) => (field === null ? [] : [[`mapping[${column}]`, field]])));
    const { save_as, decimal, dates, ...flags } = options;
    void upload.write({
      csv: file,
      again: file ? undefined : again?.id,
      type,
      header_row: data?.header_row,
      sheet: data?.sheet,
      delimiter: data?.delimiter === null ? undefined : delimiter,
      decimal,
      dates,
      mapping_name: save_as.trim() || undefined,
      ...(isOfAccount(type) && { account_id: account?.id }),
      ...(isPeople && flags),
      ...mapping,
    });
  };
  const failure = preview.error ? asApiError(preview.error) : null;
  const isRefused = failure !== null && isAboutFile(failure);
  const fileError = isRefused ? (messageOf(failure, fileFields) ?? failure.message) : messageOf(upload.error, fileFields);
  const waits = waitsFor(draft, fields);
  const isReady = waits === null && data !== undefined && !preview.isPlaceholderData;
  return (
    <Page
      title={`Import ${importTypeLabels[type].toLowerCase()}`}
      back="/admin/imports"
      sub={<ImportSteps at={data ? 1 : 0} />}
      foot={
        <>
          {waits === null ? (
            <span className="grow">{otherMessage(upload.error) ?? 'The whole file is checked before anything is written.'}</span>
          ) : (
            <span className="note grow">{waits}</span>
          )}
          <Button look="primary" busy={upload.busy} busyText="Checking" disabled={!isReady} onClick={check}>
            Check the file
          </Button>
        </>
      }
    >
      <div className="stack">
        <FileStep
          choice={choice}
          onChange={choose}
          onMapping={chooseMapping}
          preview={data}
          error={fileError}
          accountError={messageOf(upload.error, ['account_id'])}
        />
        {ofFile === null && <HowItGoes />}
        {ofFile !== null && preview.isFetching && !data && <SkeletonText lines={6} />}
        {failure && !isRefused && !preview.isFetching && <LoadFailed noun="file" error={failure} retry={() => void preview.refetch()} />}
        {data && <ColumnsStep type={type} preview={data} fields={fields} onChange={chooseFields} error={messageOf(upload.error, columnFields)} />}
        {data && <ImportOptions type={type} fields={fields} options={options} mapping_name={mapping_name} onChange={setOption} />}
      </div>
    </Page>
  );
}

/** Explains the steps after the choice of a file, for somebody who imports for the first time. */
const HowItGoes = () => (
  <section className="card" aria-label="How it goes on">
    <header>
      <h2>How it goes on</h2>
    </header>
    <ol className="in-card import-how">
      <li>
        <strong>Columns.</strong> They are recognised by their names, and you choose what each becomes.
      </li>
      <li>
        <strong>Check.</strong> The whole file is checked: what is new, what changes and what is wrong. Nothing is written yet.
      </li>
      <li>
        <strong>Import.</strong> You put errors right or leave those rows out. Afterwards an import of people, products or stock can be undone.
      </li>
    </ol>
  </section>
);
