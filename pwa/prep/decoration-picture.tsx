import { useState } from 'react';
import { type Mark, marksOf } from '../../shared/prep/decoration.ts';
import type { ProductRow } from '../../shared/sync/rows.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';

export interface DecorationPictureProps {
  decoration: string;
  product: ProductRow | null;
  logo_url: string | null;
  /** In pixels. */
  size: number;
}

/**
 * The garment with its decorations at their places: the client's logo, the letters, or a ring if the decoration is described only in words. The back
 * is beside the front.
 */
export function DecorationPicture({ decoration, ...garment }: DecorationPictureProps) {
  const marks = marksOf(decoration);
  const back = marks.filter(({ place }) => place.is_back);
  const front = marks.filter(({ place }) => !place.is_back);
  return (
    <span className="deco-sides" role="img" aria-label={decoration}>
      {(front.length > 0 || back.length === 0) && <Side marks={front} {...garment} />}
      {back.length > 0 && <Side marks={back} isBack {...garment} />}
    </span>
  );
}

interface SideProps extends Omit<DecorationPictureProps, 'decoration'> {
  marks: readonly Mark[];
  isBack?: boolean;
}

function Side({ marks, isBack, product, logo_url, size }: SideProps) {
  const { picture_url, colour_hex } = product ?? {};
  const [isMissing, setIsMissing] = useState(false);
  return (
    <span className="deco-picture" style={{ width: size, height: size, fontSize: size / 12 }}>
      <GarmentTile media={picture_url ? [{ url: picture_url }] : null} colour={colour_hex} alt="" size={size} />
      {isBack && <span className="deco-side">Back</span>}
      {marks.map(({ place, shows }) => (
        <span key={place.name} className="deco-mark" style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}>
          {shows && 'logo' in shows && logo_url && !isMissing ? (
            <img src={logo_url} alt="" decoding="async" onError={() => setIsMissing(true)} />
          ) : shows && 'letters' in shows ? (
            <span className="deco-letters">{shows.letters}</span>
          ) : (
            <span className="deco-ring" />
          )}
        </span>
      ))}
    </span>
  );
}
