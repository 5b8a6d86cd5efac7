import { useEffect } from 'react';
import { useSession } from '../session/use-session.ts';
import { isKeyListOpen } from '../ui/key-list-open.ts';
import { isPaletteOpen } from '../ui/palette-open.ts';
import { shownPage } from '../ui/shown-page.ts';
import { useStore } from '../ui/store.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';
import { rememberRecord } from './recent.ts';

/** The palette or the list of keys while it is open. It also remembers which records the person opens. */
export default function PaletteHost() {
  const { who } = useSession();
  const isOpen = useStore(isPaletteOpen);
  const areKeysListed = useStore(isKeyListOpen);
  const page = useStore(shownPage);
  const { id } = who.user;
  useEffect(() => {
    if (page) rememberRecord(id, page);
  }, [id, page]);
  if (isOpen) return <Palette />;
  return areKeysListed ? <KeysDialog /> : null;
}
