import { ConfirmDialog } from './confirm-dialog.tsx';
import { leaving } from './leave-guard.ts';
import { useStore } from './store.ts';

/** Asks a person who leaves a screen or view whether its unsaved changes may be lost. */
export default function LeaveDialog() {
  const leaveRequest = useStore(leaving);
  return (
    <ConfirmDialog
      open={leaveRequest !== null}
      title="Leave without saving?"
      action="Leave without saving"
      keep="Stay here"
      destroys
      onConfirm={() => leaveRequest?.answer(true)}
      onClose={() => leaveRequest?.answer(false)}
    >
      The changes on this screen are not saved yet.
    </ConfirmDialog>
  );
}
