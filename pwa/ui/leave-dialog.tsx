import { ConfirmDialog } from './confirm-dialog.tsx';
import { leaving } from './leave-guard.ts';
import { useStore } from './store.ts';

/** Asks before unsaved changes are left behind. */
export default function LeaveDialog() {
  const asked = useStore(leaving);
  return (
    <ConfirmDialog
      open={asked !== null}
      title="Leave without saving?"
      action="Leave without saving"
      keep="Stay here"
      destroys
      onConfirm={() => asked?.answer(true)}
      onClose={() => asked?.answer(false)}
    >
      The changes on this screen are not saved yet.
    </ConfirmDialog>
  );
}
