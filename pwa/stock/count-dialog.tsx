import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { mayLeave } from '../ui/leave-guard.ts';
import { CountForm } from './count-form.tsx';

interface CountDialogProps {
  id: number;
  sku: string;
  onClose: () => void;
}

/** Counts one SKU in the office. Escape, the cross and the button all ask before they discard a count that is not recorded. */
export function CountDialog({ id, sku, onClose }: CountDialogProps) {
  const leave = (): void => void mayLeave().then((leaves) => leaves && onClose());
  return (
    <Dialog open onClose={leave} title={`Count ${sku}`} actions={<Button onClick={leave}>Close</Button>}>
      <div className="flow">
        <CountForm id={id} name={sku} />
      </div>
    </Dialog>
  );
}
