import { InvalidDataDialog, StaleDialog, UnhandledErrorDialog } from './error-dialogs.tsx';
import { shownFailure } from './failure.ts';
import { useStore } from './store.ts';

/** The latest failure, until it is closed. */
export default function Failures() {
  const failure = useStore(shownFailure);
  if (!failure) return null;
  const { status, code } = failure.failure;
  const FailureDialog = status === 422 ? InvalidDataDialog : code === 'stale_version' ? StaleDialog : UnhandledErrorDialog;
  return <FailureDialog failure={failure.failure} retry={failure.retry} onClose={() => shownFailure.set(null)} />;
}
