/** Matches a code with hyphens, such as that of a bin, a tote, a SKU or a purchase order. */
const hyphenated = /([A-Z0-9]+(?:-[A-Z0-9]+)+)/;

/** A text in which a line never ends at the hyphen of a code: `J-06-1` is read in one piece, as on the racking. */
export const WholeCodes = ({ children }: { children: string }) =>
  children.split(hyphenated).map((part, n) =>
    n % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <span key={n} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  );
