import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportPreview } from '../../shared/imports/import.ts';
import { limits } from '../../shared/limits.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { previewFile, uploadFile } from './client.ts';
import { ColumnsStep } from './columns-step.tsx';
import { type FileChoice, FileStep } from './file-step.tsx';
import './imports.css';

/** A number for each file of this visit, by which its preview is cached. */
const numbers = new WeakMap<File, number>();
let files = 0;
function numberOf(file: File): number {
  const number = numbers.get(file) ?? ++files;
  numbers.set(file, number);
  return number;
}

/** The message about one of these fields, or about a column. */
const messageOf = (error: ApiError | null, ...fields: string[]): string | null =>
  (error && Object.entries(error.first_messages).find(([field]) => fields.some((name) => field === name || field.startsWith(`${name}[`)))?.[1]) ??
  null;

interface Options {
  update_employees: boolean;
  complete: boolean;
  create_missing: boolean;
  save_as: string;
}

/** A file to import: what it holds, what its columns become, and its check. Nothing is written. */
export default function NewImport() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<FileChoice>({
    type: 'employees',
    account: null,
    file: null,
    sheet: undefined,
    header_row: undefined,
    mapping_name: '',
  });
  const [options, setOptions] = useState<Options>({ update_employees: true, complete: false, create_missing: false, save_as: '' });
  /** The fields that a person has chosen, for the preview to which they belong. */
  const [chosen, setChosen] = useState<{ preview: ImportPreview; fields: (string | null)[] } | null>(null);
  const { type, account, file, sheet, header_row, mapping_name } = choice;
  const preview = useQuery({
    queryKey: ['import-preview', file && numberOf(file), type, sheet, header_row, mapping_name],
    queryFn: ({ signal }) => previewFile({ csv: file as File, type, sheet, header_row, mapping_name: mapping_name || undefined }, signal),
    enabled: file !== null && file.size <= limits.import_bytes,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const data = file === null ? undefined : preview.data;
  const fields = useMemo(() => (data && chosen?.preview === data ? chosen.fields : (data?.columns.map(({ field }) => field) ?? [])), [data, chosen]);
  const upload = useWrite({
    send: uploadFile,
    refresh: [['imports']],
    onSaved: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['import-mappings'] });
      void navigate(`/admin/imports/${id}`, { replace: true });
    },
    onRefused: ({ status }) => status === 422 || status === 413,
  });
  const isPeople = type === 'employees';
  const check = (): void => {
    const mapping = Object.fromEntries(fields.flatMap((field, column) => (field === null ? [] : [[`mapping[${column}]`, field]])));
    const { save_as, ...flags } = options;
    void upload.write({
      csv: file,
      type,
      header_row: data?.header_row,
      sheet: data?.sheet,
      mapping_name: save_as.trim() || mapping_name || undefined,
      ...(isPeople && { account_id: account?.id, ...flags }),
      ...mapping,
    });
  };
  const failure = preview.error ? asApiError(preview.error) : null;
  const fileError =
    messageOf(failure, 'csv', 'header_row', 'sheet') ?? messageOf(upload.error, 'csv', 'header_row', 'sheet') ?? failure?.message ?? null;
  const waits = !file
    ? 'Choose a file.'
    : isPeople && !account
      ? 'Choose the account.'
      : fields.every((field) => field === null)
        ? 'Choose what the columns become.'
        : null;
  return (
    <Page
      title="Import a file"
      back="/admin/imports"
      sub="Nothing is written before you have seen what it does"
      foot={
        <>
          <span className="note grow">{waits ?? messageOf(upload.error, 'account_id') ?? 'The whole file is checked first.'}</span>
          <Button look="primary" busy={upload.busy} disabled={waits !== null || !data || preview.isPlaceholderData} onClick={check}>
            {upload.busy ? 'Checking' : 'Check the file'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <FileStep choice={choice} onChange={(part) => setChoice((before) => ({ ...before, ...part }))} preview={data} error={fileError} />
        {file && preview.isLoading && <SkeletonText lines={6} />}
        {data && (
          <ColumnsStep
            type={type}
            preview={data}
            fields={fields}
            onChange={(next) => setChosen({ preview: data, fields: next })}
            error={messageOf(upload.error, 'mapping', 'mapping_name')}
          />
        )}
        {data && (
          <section className="card" aria-label="Options">
            <header>
              <h2>Options</h2>
            </header>
            <div className="in-card flow import-options">
              {isPeople && (
                <>
                  <Tick checked={options.update_employees} onChange={({ target }) => setOptions({ ...options, update_employees: target.checked })}>
                    Change people who are here already
                  </Tick>
                  <Tick checked={options.complete} onChange={({ target }) => setOptions({ ...options, complete: target.checked })}>
                    The file lists everybody: archive whoever is missing
                  </Tick>
                  <Tick checked={options.create_missing} onChange={({ target }) => setOptions({ ...options, create_missing: target.checked })}>
                    Make employee roles and clothing sets that do not exist yet
                  </Tick>
                </>
              )}
              <TextField
                label="Save the mapping as"
                value={options.save_as}
                maxLength={limits.name}
                placeholder={mapping_name}
                hint="The next file with the same column names is mapped by itself"
                onChange={({ target }) => setOptions({ ...options, save_as: target.value })}
              />
            </div>
          </section>
        )}
      </div>
    </Page>
  );
}
