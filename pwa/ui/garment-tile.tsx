import { useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface Media {
  url: string;
  alt?: string | null;
}

export interface GarmentTileProps {
  media?: readonly Media[] | null;
  /** The name for screen readers: "Softshell Jacket, Navy". Empty if the same text is right beside the picture. */
  alt: string;
  /** Shown while there is no picture. */
  colour?: string | null;
  /** In pixels, or `fill` for the width of its container. */
  size?: number | 'fill';
  className?: string;
}

/** The garment in its real colour, on a tile that stays light in both themes. */
export function GarmentTile({ media, alt, colour, size = 28, className }: GarmentTileProps) {
  const url = media?.[0]?.url;
  const [failed, setFailed] = useState<string | null>(null);
  const box = size === 'fill' ? undefined : { width: size, height: size, borderRadius: size >= 40 ? 'var(--r-md)' : undefined };
  return (
    <span className={classNames('tile', size === 'fill' && 'l', className)} style={box}>
      {url && failed !== url ? (
        <img
          src={url}
          alt={alt}
          width={size === 'fill' ? 320 : size}
          height={size === 'fill' ? 320 : size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(url)}
        />
      ) : (
        <span className="no-picture" style={{ ['--g' as string]: colour ?? undefined }}>
          {!colour && <Icon name="file" />}
          {alt && <span className="sr">{alt}</span>}
        </span>
      )}
    </span>
  );
}
