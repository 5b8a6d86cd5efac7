import { InvalidDataDialog, StaleDialog, UnhandledErrorDialog } from './error-dialogs.tsx';
import { shownFailure } from './failure.ts';
import { useStore } from './store.ts';

/** The failure that was reported last, until it is closed. */
export default function Failures() {
  const shown = useStore(shownFailure);
  if (!shown) return null;
  const { status, code } = shown.failure;
  const Shown = status === 422 ? InvalidDataDialog : code === 'stale_version' ? StaleDialog : UnhandledErrorDialog;
  return <Shown failure={shown.failure} retry={shown.retry} onClose={() => shownFailure.set(null)} />;
}
