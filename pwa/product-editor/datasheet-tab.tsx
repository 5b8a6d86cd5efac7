import { useState } from 'react';
import { type Datasheet, newDatasheet } from '../../shared/catalogue/product.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { sizeText } from '../ui/size-text.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { deleteDatasheet, type EditedProduct, saveDatasheet } from './client.ts';
import type { EditorPage } from './product-editor.tsx';
import { refreshProducts } from './refresh.ts';

/** The one datasheet of a product: uploaded, replaced, downloaded or deleted. */
export function DatasheetTab({ page, product }: { page: EditorPage; product: EditedProduct }) {
  const [stored] = product.datasheets;
  return (
    <Page {...page}>
      <div className="stack sections-column product-datasheet">
        <section className="card" aria-label="Datasheet">
          <header>
            <h2>Datasheet</h2>
            <span className="push note">PDF, at most 20 MB</span>
          </header>
          {stored ? (
            <Stored datasheet={stored} />
          ) : (
            <EmptyState title="No datasheet">
              <p>Clients read it on the product’s card.</p>
            </EmptyState>
          )}
        </section>
        <Upload key={stored?.id ?? 0} product={product} stored={stored} />
      </div>
    </Page>
  );
}

function Stored({ datasheet: { id, name, file_name, url, bytes, created_at } }: { datasheet: Datasheet }) {
  const { ask, dialog } = useConfirm();
  const removal = useWrite({ send: deleteDatasheet, success: 'Datasheet deleted', refresh: refreshProducts });
  const remove = async (): Promise<void> => {
    const body = 'Clients cannot read it any more.';
    if (await ask({ title: `Delete the datasheet ${name}?`, body, action: 'Delete datasheet', destroys: true })) void removal.write(id);
  };
  return (
    <div className="in-card line">
      <Icon name="file" />
      <div className="grow">
        <p className="strong cut" title={name}>
          {name}
        </p>
        <p className="cut" title={file_name}>
          <a className="link" href={url} download={file_name}>
            Download {file_name}
          </a>
        </p>
        <p className="note">
          {sizeText(bytes)}, uploaded <DateText value={created_at} />
        </p>
      </div>
      <Button look="danger" busy={removal.busy} onClick={() => void remove()}>
        Delete
      </Button>
      {dialog}
    </div>
  );
}

function Upload({ product, stored }: { product: EditedProduct; stored: Datasheet | undefined }) {
  const { ask, dialog } = useConfirm();
  const [isOver, setIsOver] = useState(false);
  const form = useForm({
    schema: newDatasheet,
    values: { file: null as File | null, name: '' },
    check: ({ file }) => ({
      file: file && (!/\.pdf$/i.test(file.name) ? messages.not_a_pdf : file.size > limits.datasheet_bytes ? messages.datasheet_too_large : null),
    }),
    confirm: async () =>
      !stored ||
      ask({
        title: `Replace the datasheet ${stored.name}?`,
        body: 'The one that is there now is deleted.',
        action: 'Replace datasheet',
        destroys: true,
      }),
    send: saveDatasheet(product.id),
    success: 'Datasheet uploaded',
    refresh: refreshProducts,
    guardedStep: 'view',
    onSaved: () => form.reset({ file: null, name: '' }),
  });
  const { file, name } = form.values;
  const control = form.control('file');
  const waits = file === null ? messages.file_needed : name.trim() === '' ? 'Write its public description.' : null;
  return (
    <Form form={form} className="card">
      <header>
        <h2>{stored ? 'Replace it' : 'Upload one'}</h2>
      </header>
      <section
        aria-label="File and description"
        className={isOver ? 'in-card flow product-over' : 'in-card flow'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          control.onChange(event.dataTransfer.files[0] ?? null);
        }}
      >
        <Field label="File" required error={control.error} hint="A PDF">
          {(field) => (
            <>
              <input
                {...field}
                name="file"
                type="file"
                className="in"
                accept=".pdf,application/pdf"
                onChange={(event) => control.onChange(event.target.files?.[0] ?? null)}
              />
              {file && <p className="note">{file.name}</p>}
            </>
          )}
        </Field>
        <TextField label="Public description" required counted hint="What clients read" {...form.field('name')} />
      </section>
      <footer>
        <Submit form={form} className="push" busyText="Uploading" waits={waits}>
          {stored ? 'Replace' : 'Upload'}
        </Submit>
      </footer>
      {dialog}
    </Form>
  );
}
