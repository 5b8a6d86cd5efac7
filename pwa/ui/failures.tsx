import { InvalidDataDialog, UnhandledErrorDialog } from './error-dialogs.tsx';
import { shownFailure } from './failure.ts';
import { useStore } from './store.ts';

/** The failure that was reported last, until it is closed. */
export default function Failures() {
  const shown = useStore(shownFailure);
  if (!shown) return null;
  const Shown = shown.failure.status === 422 ? InvalidDataDialog : UnhandledErrorDialog;
  return <Shown failure={shown.failure} retry={shown.retry} onClose={() => shownFailure.set(null)} />;
}
