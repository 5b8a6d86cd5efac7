/** A dot in a garment's colour; its name is beside it or in `label`. */
export function Swatch({ colour, label, large }: { colour: string | null | undefined; label?: string; large?: boolean }) {
  const size = large ? { width: 24, height: 24, borderRadius: 4 } : {};
  return (
    <span
      className="swatch"
      style={{ ['--g' as string]: colour ?? 'transparent', ...size }}
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    />
  );
}
