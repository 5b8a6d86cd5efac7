import { useState } from 'react';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { showFailure } from '../failure.ts';
import { Field, TextField } from '../field.tsx';
import { Sheet } from '../sheet.tsx';
import { SkeletonText } from '../skeleton.tsx';
import { Tick } from '../tick.tsx';
import { toast } from '../toast.ts';
import { useConfirm } from '../use-confirm.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { SampleSection } from './sample-section.tsx';

/** Parts that tell or ask a person something: banners, dialogs, toasts and failures. */
export function NoticeSamples() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const { ask, dialog } = useConfirm();
  const [dirty, setDirty] = useState(false);
  useUnsavedGuard(dirty);
  return (
    <>
      <SampleSection title="Notices and dialogs">
        <div className="w-full grid gap-2">
          <Banner tone="warn" live={false}>
            Offline since 09:42. Everything is saved here.
          </Banner>
          <Banner tone="wrong" live={false} action={<Button size="sm">Try again</Button>}>
            The carrier refused the booking.
          </Banner>
          <Banner tone="done" live={false}>
            Order 00142 is ready for dispatch.
          </Banner>
        </div>
        <div className="line flex-wrap">
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button
            onClick={() =>
              void ask({
                title: 'Delete order 00151?',
                body: 'Its 4 lines for 2 people go with it.',
                action: 'Delete order',
                keep: 'Keep it',
                destroys: true,
              }).then((yes) => yes && toast('Order 00151 deleted'))
            }
          >
            Confirm
          </Button>
          <Button onClick={() => toast('Quantity Requested Updated')}>Toast</Button>
          <Button
            onClick={() =>
              showFailure({ status: 500, message: 'The database did not answer in time.', request_id: '019aa1f4-7c52-7b0e-9d31' }, () =>
                toast('Tried again'),
              )
            }
          >
            Unhandled
          </Button>
          <Button
            onClick={() =>
              showFailure({
                status: 422,
                message: 'Invalid data submitted',
                errors: {
                  client_po_reference: ['This site needs a PO reference'],
                  'lines.1.qty_requested': ['1 is already allocated, so this cannot be 0'],
                },
              })
            }
          >
            Invalid
          </Button>
        </div>
        <Tick checked={dirty} onChange={(event) => setDirty(event.target.checked)}>
          Unsaved changes on this screen
        </Tick>
        <EmptyState title="No orders to show" action={<Button>Show all</Button>}>
          Nothing in Requires prep matches “hi-vis bradford”.
        </EmptyState>
        <div className="w-full">
          <SkeletonText />
        </div>
      </SampleSection>
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen(null)}
        title="Contact and delivery"
        description="Order 00151, for 2 people"
        onSubmit={() => setOpen(null)}
        actions={
          <>
            <Button onClick={() => setOpen(null)}>Back to the order</Button>
            <Button type="submit" look="primary">
              Submit Order
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          <TextField label="Contact name" defaultValue="Gemma Holt" />
          <Field label="Site" hint="Its address comes with it">
            {(control) => <input className="in" {...control} defaultValue="Leeds Depot" />}
          </Field>
          <Tick>I accept the terms</Tick>
        </div>
      </Dialog>
      <Sheet
        open={open === 'sheet'}
        onClose={() => setOpen(null)}
        title="Softshell Jacket"
        description="for Priya Raman"
        actions={
          <Button look="primary" block>
            Next
          </Button>
        }
      >
        <SkeletonText lines={5} />
      </Sheet>
      {dialog}
    </>
  );
}
