import { useState } from 'react';
import type { PickView } from '../offline/views.ts';
import { useScan } from '../scan/use-scan.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { assignTote } from './assign-tote.ts';

/** Asks the picker to type or scan the tote of the order. While this sheet is open, every scanned code counts as a tote. */
export function ToteSheet({ pick, onClose }: { pick: PickView; onClose: () => void }) {
  const [tote, setTote] = useState(pick.tote ?? '');
  const assign = async (name: string | null): Promise<boolean> => {
    if (showRefusal(await assignTote(pick.id, name))) return false;
    toast(name ? `Order ${pick.order_number} is in tote ${name}` : `Order ${pick.order_number} is in no tote`);
    onClose();
    return true;
  };
  useScan(async ({ text }) => ((await assign(text.slice(0, 40))) ? 'right' : 'wrong'), { inDialog: true });
  const trimmedTote = tote.trim();
  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title={`Tote of order ${pick.order_number}`}
      description="Scan the tote's label, or type its name."
      actions={
        <>
          <Button size="lg" className="flex-1" disabled={!pick.tote} onClick={() => void assign(null)}>
            No tote
          </Button>
          <Button size="lg" look="primary" className="flex-1" disabled={!trimmedTote} onClick={() => void assign(trimmedTote)}>
            {trimmedTote ? `Use ${trimmedTote}` : 'Use this tote'}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmedTote) void assign(trimmedTote);
        }}
      >
        <TextField label="Tote" name="tote" value={tote} maxLength={40} autoComplete="off" onChange={(event) => setTote(event.target.value)} />
      </form>
    </Sheet>
  );
}
