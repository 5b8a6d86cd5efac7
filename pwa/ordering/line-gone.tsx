import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shown in place of an open line after somebody else has removed it from the order. */
export const LineGone = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="This line is no longer on the order"
    actions={
      <Button look="primary" onClick={onClose}>
        Back to the order
      </Button>
    }
  >
    <p>Somebody else removed it. Nothing that was changed here is saved.</p>
  </Dialog>
);
