import { addressLines } from '../../shared/address-lines.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Dispatch } from './client.ts';

interface DeliveryDialogProps {
  dispatch: Dispatch;
  onClose: () => void;
  onEdit: () => void;
}

/** The address of a dispatch and the person who receives it. */
export function DeliveryDialog({ dispatch, onClose, onEdit }: DeliveryDialogProps) {
  const lines = addressLines(dispatch.delivery_address);
  const contact = [dispatch.contact_name, dispatch.contact_phone, dispatch.contact_email].filter(Boolean);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delivery address"
      description={`Dispatch ${dispatch.dispatch_number}, ${[dispatch.account.name, dispatch.site?.name].filter(Boolean).join(', ')}`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {dispatch.can.edit && (
            <Button look="primary" onClick={onEdit}>
              Edit
            </Button>
          )}
        </>
      }
    >
      <address className="ship-address">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="sub">{contact.length > 0 ? contact.join(', ') : 'No contact is named.'}</p>
      {!dispatch.can.edit && (
        <p className="note">{dispatch.state === 'booking' ? 'Its courier is being booked.' : 'It has left and cannot be changed.'}</p>
      )}
    </Dialog>
  );
}
