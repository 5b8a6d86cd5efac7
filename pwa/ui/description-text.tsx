import { boldParts, descriptionBlocks } from '../../shared/catalogue/description-html.ts';

const Line = ({ line }: { line: string }) =>
  boldParts(line).map(({ text, isBold }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no names and never move
    return isBold ? <strong key={place}>{text}</strong> : text;
  });

/** A product's description with its paragraphs, lists and bold words. */
export const DescriptionText = ({ text }: { text: string }) => (
  <div className="flow description-text">
    {descriptionBlocks(text).map(({ isList, lines }, place) =>
      isList ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no names and never move
        <ul key={place}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do its lines
            <li key={at}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no names and never move
        <p key={place}>
          <Line line={lines.join('\n')} />
        </p>
      ),
    )}
  </div>
);
