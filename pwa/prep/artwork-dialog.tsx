import { useState } from 'react';
import { marksOf } from '../../shared/prep/decoration.ts';
import type { DecorationGroup } from '../offline/views.ts';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DecorationPicture } from './decoration-picture.tsx';

/** The decoration as large as the tablet can show it, for the person who sets up the machine. */
export function ArtworkDialog({ group, logo_url, onClose }: { group: DecorationGroup | null; logo_url: string | null; onClose: () => void }) {
  const [missingUrl, setMissingUrl] = useState<string | null>(null);
  const isMissing = logo_url !== null && missingUrl === logo_url;
  const isOfLogo = group !== null && marksOf(group.decoration).some(({ shows }) => shows !== null && 'logo' in shows);
  return (
    <Dialog
      open={group !== null}
      onClose={onClose}
      title={group?.decoration ?? ''}
      description={group ? `${countText(group.qty, 'item')}. Left and right are the wearer’s.` : undefined}
      width={760}
    >
      {group && (
        <div className="artwork">
          <DecorationPicture decoration={group.decoration} product={group.lines[0]?.product ?? null} logo_url={logo_url} size={240} />
          {isOfLogo && (
            <figure>
              {logo_url && !isMissing ? (
                <img src={logo_url} alt="The client’s logo" width={200} height={200} onError={() => setMissingUrl(logo_url)} />
              ) : (
                <p className="sub">
                  {logo_url ? 'The logo is not on this tablet yet. It comes with the network.' : 'This client has sent no logo yet.'}
                </p>
              )}
              {logo_url && !isMissing && <figcaption className="note">The client’s logo</figcaption>}
            </figure>
          )}
        </div>
      )}
    </Dialog>
  );
}
