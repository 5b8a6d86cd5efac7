import { marksOf } from '../../shared/prep/decoration.ts';
import type { ProductRow } from '../../shared/sync/rows.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';

export interface DecorationPictureProps {
  decoration: string;
  product: ProductRow | null;
  logo_url: string | null;
  /** Pixels. */
  size: number;
}

/** The garment with what goes on it, where it goes: the client's logo, the letters, or a ring where only the words know what. */
export function DecorationPicture({ decoration, product, logo_url, size }: DecorationPictureProps) {
  const { picture_url, colour_hex } = product ?? {};
  return (
    <span className="deco-picture" role="img" aria-label={decoration} style={{ width: size, height: size, fontSize: size / 12 }}>
      <GarmentTile media={picture_url ? [{ url: picture_url }] : null} colour={colour_hex} alt="" size={size} />
      {marksOf(decoration).map(({ place, shows }) => (
        <span key={place.name} className="deco-mark" style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}>
          {shows && 'logo' in shows && logo_url ? (
            <img src={logo_url} alt="" decoding="async" />
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
