import type { SizeOption } from './size-option.ts';
import './size-chooser.css';

/** What is known of a size, under its name: its measure, whether the wearer last kept it, a note and when it can leave. */
export function SizeFacts({ size: { measure, note, stock }, isOnFile }: { size: SizeOption; isOnFile: boolean }) {
  return (
    <>
      {measure && <span>{measure}</span>}
      {(isOnFile || note) && <span>{isOnFile ? 'On file' : note}</span>}
      {stock && <span className="size-stock">{stock}</span>}
    </>
  );
}
