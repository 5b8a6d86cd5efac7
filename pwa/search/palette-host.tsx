import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../session/use-session.ts';
import { isKeyListOpen } from '../ui/key-list-open.ts';
import { isPaletteOpen } from '../ui/palette-open.ts';
import { shownPage } from '../ui/shown-page.ts';
import { useStore } from '../ui/store.ts';
import { askedPart } from './asked-part.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';
import { rememberRecord } from './recent.ts';

const PartQuestion = lazy(() => import('./part-question.tsx'));

/** The palette, the list of keys or the question of an action while it is open. It also remembers which records the person opens. */
export default function PaletteHost() {
  const { who } = useSession();
  const isOpen = useStore(isPaletteOpen);
  const areKeysListed = useStore(isKeyListOpen);
  const part = useStore(askedPart);
  const page = useStore(shownPage);
  const { id } = who.user;
  useEffect(() => {
    if (page) rememberRecord(id, page);
  }, [id, page]);
  if (part)
    return (
      <Suspense fallback={null}>
        <PartQuestion order={part} onClose={() => askedPart.set(null)} />
      </Suspense>
    );
  if (isOpen) return <Palette />;
  return areKeysListed ? <KeysDialog /> : null;
}
