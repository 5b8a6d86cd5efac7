import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportMapping, ImportPreview } from '../../shared/imports/import.ts';
import { type ImportType, importTypeLabels, importTypes, isOfAccount } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { type Delimiter, delimiterLabels, delimiterNames } from '../../shared/imports/reading.ts';
import { limits } from '../../shared/limits.ts';
import { ClientChoice } from '../api/client-choice.tsx';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field, Select } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { sizeText } from '../ui/size-text.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { deleteMapping, readMappings } from './client.ts';
import type { FileChoice } from './upload-draft.ts';

const accepted =
  '.csv,.txt,.tsv,.xlsx,.xlsm,.xls,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How many of the file's first rows can be chosen as the header. */
const headerRows = 20;

/** Chooses the type, account and file of an import and, once the file has been read, the sheet and the header row. */
export function FileStep({
  choice,
  onChange,
  onMapping,
  preview,
  error,
  accountError,
}: {
  choice: FileChoice;
  onChange: (part: Partial<FileChoice>) => void;
  onMapping: (mapping: ImportMapping | null) => void;
  preview: ImportPreview | undefined;
  error: string | null;
  accountError: string | null;
}) {
  const { type, account, file, again, mapping_name } = choice;
  const [isOver, setIsOver] = useState(false);
  const mappings = useQuery({ queryKey: ['import-mappings', type], queryFn: ({ signal }) => readMappings(type, signal) });
  // A client’s mapping reads only files of the client’s own people. If two clients have mappings of the same name, the person has to choose
  // the account first.
  const ofAccount = (mappings.data?.items ?? []).filter((one) => !account || !one.account || one.account.id === account.id);
  const choose = (next: File | null): void => {
    // The delimiter of a chosen mapping stays. Without a mapping, the delimiter is detected in the new file.
    if (next) onChange({ file: next, again: null, sheet: undefined, header_row: undefined, ...(mapping_name === '' && { delimiter: undefined }) });
  };
  const tooLarge = file && file.size > limits.import_bytes ? importMessages.file_too_large : null;
  return (
    <section className="card import-choice" aria-label="What to import">
      <header>
        <h2>File</h2>
        <Segments
          label="What is imported"
          value={type}
          onChange={(next) => onChange({ type: next as ImportType, mapping_name: '' })}
          segments={importTypes.map((one) => ({ value: one, label: importTypeLabels[one] }))}
        />
      </header>
      <div className="in-card import-file">
        {isOfAccount(type) && (
          <ClientChoice
            label="Account"
            required
            placeholder="Choose an account"
            value={account}
            onChange={(next) => onChange({ account: next, mapping_name: '' })}
            from={0}
            error={accountError}
            hint={type === 'employees' ? 'Whose people these are' : 'Whose allowances these are'}
          />
        )}
        {ofAccount.length > 0 && <MappingChoice mappings={ofAccount} value={mapping_name} onChange={onMapping} />}
        {preview && preview.missing_sheet !== null && (
          <div className="import-missing-sheet">
            <Banner tone="warn">
              {importMessages.sheet_missing(mapping_name, preview.missing_sheet)} <strong>{preview.sheet}</strong> is read in its place: check its
              columns.
            </Banner>
          </div>
        )}
        {preview && preview.missing_columns.length > 0 && (
          <div className="import-missing-sheet">
            <Banner tone="warn">
              {importMessages.columns_missing(mapping_name, preview.missing_columns)} Choose which columns have these fields.
            </Banner>
          </div>
        )}
        {preview && preview.sheets.length > 1 && (
          <Select
            label="Sheet"
            value={preview.sheet ?? ''}
            onChange={(event) => onChange({ sheet: event.target.value, header_row: undefined })}
            options={preview.sheets.map((name) => ({ value: name, label: name }))}
          />
        )}
        {preview && (
          <Select
            label="Column names in row"
            value={String(preview.header_row)}
            onChange={(event) => onChange({ header_row: Number(event.target.value) })}
            options={Array.from({ length: Math.max(headerRows, preview.header_row) }, (_, row) => ({
              value: String(row + 1),
              label: String(row + 1),
            }))}
          />
        )}
        {preview && preview.delimiter !== null && (
          <Select
            label="Separator"
            value={preview.delimiter}
            onChange={(event) => onChange({ delimiter: event.target.value as Delimiter, header_row: undefined })}
            options={delimiterNames.map((name) => ({ value: name, label: delimiterLabels[name] }))}
          />
        )}
        <section
          aria-label="Choose or drop a file"
          className={classNames('import-drop', isOver && 'over', (file || again) && 'of-file')}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setIsOver(false);
            choose(event.dataTransfer.files[0] ?? null);
          }}
        >
          <Icon name="upload" />
          <Field label="File" required error={error ?? tooLarge} hint="CSV, XLSX or XLS, at most 50 MB; choose it or drop it here">
            {(field) => (
              <input {...field} type="file" className="in" accept={accepted} onChange={(event) => choose(event.target.files?.[0] ?? null)} />
            )}
          </Field>
          {(file || again) && (
            <p className="line sub">
              <Icon name="file" />
              <span className="cut strong">{file?.name ?? again?.file_name}</span>
              <span className="nowrap">
                {[...(file ? [sizeText(file.size)] : []), ...(preview ? [`${preview.columns.length} columns`] : [])].join(', ')}
              </span>
            </p>
          )}
        </section>
      </div>
    </section>
  );
}

/** Chooses the mapping of an earlier file; the mapping suggests a field for each column. A mapping that is not needed can be deleted. */
function MappingChoice({
  mappings,
  value,
  onChange,
}: {
  mappings: readonly ImportMapping[];
  value: string;
  onChange: (mapping: ImportMapping | null) => void;
}) {
  const { ask, dialog } = useConfirm();
  const { write, busy } = useWrite({
    send: deleteMapping,
    success: 'The mapping is forgotten',
    refresh: [['import-mappings']],
    onSaved: () => onChange(null),
  });
  const chosen = mappings.find(({ name }) => name === value);
  const isOneOfSeveral = ({ name, id }: ImportMapping): boolean => mappings.some((other) => other.name === name && other.id !== id);
  const forget = async ({ id, name }: ImportMapping): Promise<void> => {
    const body = 'Imports that used it stay as they are. A watched folder of this name imports nothing any more.';
    if (await ask({ title: `Forget the mapping ${name}?`, body, action: 'Forget it', destroys: true })) await write(id);
  };
  return (
    <div className="import-mapping-choice">
      <Select
        label="Mapping"
        value={chosen ? String(chosen.id) : ''}
        onChange={({ target }) => onChange(mappings.find(({ id }) => String(id) === target.value) ?? null)}
        hint="How the columns of an earlier file were used"
        placeholder="None"
        options={mappings.map((one) => ({
          value: String(one.id),
          label: isOneOfSeveral(one) && one.account ? `${one.name}, ${one.account.name}` : one.name,
        }))}
      />
      {chosen && <IconButton icon="trash" label={`Forget the mapping ${chosen.name}`} busy={busy} onClick={() => void forget(chosen)} />}
      {dialog}
    </div>
  );
}
