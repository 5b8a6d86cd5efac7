import { recordDeliveriesInput } from '../../shared/dispatch/record-deliveries.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { DateField } from '../ui/date-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { shipping } from './client.ts';

interface DeliveredDialogProps {
  ids: readonly number[];
  /** The number of the dispatch, where there is only one. */
  number?: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Records the day on which dispatches arrived. */
export function DeliveredDialog({ ids, number, onClose, onDone }: DeliveredDialogProps) {
  const today = ukDate(new Date().toISOString());
  const form = useForm({
    schema: recordDeliveriesInput,
    values: { delivered_on: today },
    input: ({ delivered_on }) => ({ ids: [...ids], delivered_on }),
    send: (json, options) => answer(shipping.orders.dispatches.delivered.$post({ json }, options)),
    success: ({ items }) => (items.length === 1 ? `Dispatch ${items[0]?.dispatch_number} is delivered` : `${items.length} dispatches are delivered`),
    refresh: [['dispatches'], ['orders'], ['day']],
    onSaved: onDone,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={number ? `Dispatch ${number} has arrived` : `${countText(ids.length, 'dispatch has', 'dispatches have')} arrived`}
      description={ids.length === 1 ? undefined : 'Those that somebody has recorded already stay as they are.'}
      action="Mark as Delivered"
      busyText="Saving"
    >
      <DateField label="Arrived on" required max={today} {...form.field('delivered_on')} />
    </FormDialog>
  );
}
