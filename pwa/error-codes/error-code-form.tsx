import { useNavigate } from 'react-router';
import { type ErrorCode, errorCodeChange } from '../../shared/error-codes/error-code.ts';
import { useForm } from '../api/use-form.ts';
import { TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Tick } from '../ui/tick.tsx';
import { readErrorCode, saveErrorCode } from './client.ts';

const list = '/admin/error-codes';

/** The form for an error code, new or stored. An error code is a reason for a picking anomaly. */
export default function ErrorCodeForm() {
  return (
    <RecordPage title="Error code" back={list} queryKey={['error-codes', 'one']} read={readErrorCode}>
      {(errorCode) => <Details stored={errorCode} />}
    </RecordPage>
  );
}

const valuesOf = (of: Partial<ErrorCode>) => ({
  ...of,
  code: of.code ?? '',
  description: of.description ?? '',
  requires_input: of.requires_input ?? false,
});

function Details({ stored }: { stored: ErrorCode | undefined }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: errorCodeChange,
    record: stored ?? {},
    valuesOf,
    send: saveErrorCode(stored?.id),
    success: 'Error code has been saved',
    refresh: [['error-codes']],
    onSaved: () => void navigate(list),
  });
  return (
    <FormPage form={form} stored={stored} title={stored?.code ?? 'New error code'} back={list}>
      <FieldGroup title="Error code">
        <TextField label="Code" required hint="Picks keep the code that they were recorded with" {...form.field('code')} />
        <TextField label="Description" required hint="What pickers read" {...form.field('description')} />
        <Tick {...form.tick('requires_input')}>Whoever chooses it has to write details</Tick>
      </FieldGroup>
    </FormPage>
  );
}
