import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportPreview } from '../../shared/imports/import.ts';
import { type ImportType, importTypeLabels, importTypes } from '../../shared/imports/import-fields.ts';
import { messages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field, Select } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { sizeText } from '../ui/size-text.ts';
import { readMappings } from './client.ts';

/** What is chosen before the columns. */
export interface FileChoice {
  type: ImportType;
  account: Client | null;
  file: File | null;
  sheet: string | undefined;
  header_row: number | undefined;
  mapping_name: string;
}

const accepted =
  '.csv,.txt,.tsv,.xlsx,.xlsm,.xls,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows that are offered as the header. */
const headerRows = 20;

/** What is imported, for whom, and from which file, with its sheet and header row once it has been read. */
export function FileStep({
  choice,
  onChange,
  preview,
  error,
}: {
  choice: FileChoice;
  onChange: (part: Partial<FileChoice>) => void;
  preview: ImportPreview | undefined;
  error: string | null;
}) {
  const { type, account, file, mapping_name } = choice;
  const [isOver, setOver] = useState(false);
  const mappings = useQuery({ queryKey: ['import-mappings', type], queryFn: ({ signal }) => readMappings(type, signal) });
  const choose = (next: File | null): void => {
    if (next) onChange({ file: next, sheet: undefined, header_row: undefined });
  };
  const tooLarge = file && file.size > limits.import_bytes ? messages.file_too_large : null;
  return (
    <section className="card" aria-label="File">
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
        {type === 'employees' && (
          <ClientChoice
            label="Account"
            required
            placeholder="Choose an account"
            value={account}
            onChange={(next) => onChange({ account: next })}
            from={0}
            hint="Whose people these are"
          />
        )}
        <section
          aria-label="Choose or drop a file"
          className={classNames('import-drop', isOver && 'over')}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            choose(event.dataTransfer.files[0] ?? null);
          }}
        >
          <Field label="File" required error={error ?? tooLarge} hint="CSV, XLSX or XLS, at most 50 MB; choose it or drop it here">
            {(field) => (
              <input {...field} type="file" className="in" accept={accepted} onChange={(event) => choose(event.target.files?.[0] ?? null)} />
            )}
          </Field>
          {file && (
            <p className="line sub">
              <Icon name="file" />
              <span className="cut strong">{file.name}</span>
              <span className="nowrap">
                {sizeText(file.size)}
                {preview && `, ${preview.columns.length} columns`}
              </span>
            </p>
          )}
        </section>
        {mappings.data && mappings.data.items.length > 0 && (
          <Select
            label="Mapping"
            value={mapping_name}
            onChange={(event) => onChange({ mapping_name: event.target.value })}
            hint="How the columns of an earlier file were used"
            placeholder="None"
            options={mappings.data.items.map(({ name }) => ({ value: name, label: name }))}
          />
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
      </div>
    </section>
  );
}
