import { drawingSVG, qrcode } from 'bwip-js/browser';
import { useMemo } from 'react';

/** A QR code as a picture, dark on white in both themes, because cameras need dark on light. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const source = useMemo(() => {
    const svg = qrcode({ bcid: 'qrcode', text, scale: 4, padding: 4, backgroundcolor: 'FFFFFF' }, drawingSVG());
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }, [text]);
  return <img className="qr-code" src={source} alt={label} width={184} height={184} />;
}
