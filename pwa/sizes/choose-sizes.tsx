import { useState } from 'react';
import { sizeMeasures } from '../../shared/catalogue/size-measures.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { swapSentence } from '../../shared/returns/size-swap.ts';
import { chooseSizesInput } from '../../shared/sizes/size-input.ts';
import { articleOnFile, colourOnFile, onFileWords } from '../../shared/sizes/size-on-file.ts';
import { availabilitySentence, availabilityText } from '../../shared/stock/availability-text.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { answer } from '../api/answer.ts';
import { useForm } from '../api/use-form.ts';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { Form, Submit } from '../ui/form.tsx';
import { GarmentTile, type Media } from '../ui/garment-tile.tsx';
import { revealMessage } from '../ui/reveal.ts';
import { SizeChooser } from '../ui/size-chooser.tsx';
import { ChosenSizes } from './chosen-sizes.tsx';
import { type ChosenLine, isOfRollout, type Link, type LinkLine, sizes } from './client.ts';
import { SizesPage } from './sizes-page.tsx';

/** A line with its size. */
export interface SizeChoice {
  id: number;
  /** True if the line got its size before this page was sent: from another window, or from somebody who chose for the wearer. */
  is_earlier: boolean;
  product_name: string;
  quantity: number;
  colour: string | null;
  hex: string | null;
  size: string;
  media: readonly Media[];
}

/** The choice for a line so far: undefined if the wearer has not touched it, null if they removed their choice. */
interface Pick {
  colour?: string | null;
  article?: number | null;
}

/** The choices by the ids of their lines. */
type Picks = Record<number, Pick>;

interface ChooseSizesProps {
  token: string;
  link: Link;
  onSent: (choices: SizeChoice[]) => void;
  /** Called with the reason if the link has become invalid since the page was opened. */
  onDead: (code: string | undefined) => void;
}

const sizeName = ({ attributes }: LinkLine['sizes'][number]): string => sizeOf(attributes) ?? 'One size';

/**
 * The state of a line: the colour that is shown, its sizes, and the product that would be sent. Until the wearer
 * touches the line, the size that they last kept is proposed.
 */
function standing(line: LinkLine, pick: Pick = {}) {
  const onFile = line.size_on_file ?? undefined;
  const colour = pick.colour === undefined ? colourOnFile(line.colours, onFile) : pick.colour;
  const offered = line.sizes.filter(({ attributes }) => line.colours.length === 0 || attributes.variation_colour === colour);
  const articleKept = articleOnFile(offered, line.colours.length ? colour : null, onFile);
  const only = line.sizes.length === 1 ? line.sizes[0] : undefined;
  const article = pick.article === undefined ? (articleKept ?? only) : offered.find(({ id }) => id === pick.article);
  return { onFile, colour, offered, kept: articleKept, article };
}

/** The lines of one wearer. Each line has a picture and a choice of sizes. */
export function ChooseSizes({ token, link, onSent, onDead }: ChooseSizesProps) {
  const [lines, setLines] = useState(link.lines);
  const [savedChoices, setSavedChoices] = useState<SizeChoice[]>([]);
  /** The style that is chosen, by the number of the choice. */
  const [stylesTaken, setStylesTaken] = useState<Record<number, number>>({});
  const isTaken = (line: LinkLine): boolean => {
    if (line.choice === null) return true;
    return (stylesTaken[line.choice] ?? lines.find((one) => one.choice === line.choice)?.id) === line.id;
  };
  /** The lines for which a size is chosen, as they are sent. */
  const readyOf = (picks: Picks) =>
    lines.filter(isTaken).flatMap((line) => {
      const { article } = standing(line, picks[line.id]);
      return article ? [{ id: line.id, product_id: article.id }] : [];
    });
  const form = useForm({
    schema: chooseSizesInput,
    values: { lines: {} as Picks },
    input: (values) => ({ lines: readyOf(values.lines) }),
    // No question is asked before the page is left: no text is typed here, and the link opens the page again.
    isGuarded: false,
    fieldOf: (name, values) => {
      const [, place] = /^lines\.(\d+)\./.exec(name) ?? [];
      return place === undefined ? name : `lines.${readyOf(values.lines)[Number(place)]?.id}`;
    },
    send: (json, options) => answer(sizes()[':token'].$put({ param: { token }, json }, options)),
    onSaved: ({ lines: openLines, chosen_already }, input) => {
      const isEarlier = ({ id }: { id: number }): boolean => chosen_already.some((line) => line.id === id);
      const sent = input.lines.filter((line) => !isEarlier(line)).flatMap((line) => sentChoice(lines, line));
      const choices = [...savedChoices, ...sent, ...chosen_already.flatMap((line) => earlierChoice(lines, line))];
      setSavedChoices(choices);
      setLines(openLines);
      if (openLines.length === 0) onSent(choices);
      else revealMessage(document.getElementById('main'));
    },
    onRefused: (error) => {
      if (error.status === 404) onDead(error.code);
      return error.status === 404;
    },
  });
  const rows = lines.filter(isTaken).map((line) => ({ line, ...standing(line, form.values.lines[line.id]) }));
  const open = rows.filter(({ line }) => line.sizes.length > 0);
  const ready = readyOf(form.values.lines);
  const chooseColour = ({ line, article }: (typeof rows)[number], colour: string): void => {
    const same = article && line.sizes.find((one) => one.attributes.variation_colour === colour && sizeName(one) === sizeName(article));
    const control = form.control(`lines.${line.id}`);
    control.onChange({ ...control.value, colour, ...(article && { article: same?.id ?? null }) });
  };

  const openCount = open.length - ready.length;
  const today = ukDate(new Date().toISOString());
  const label = ready.length === 0 ? 'Choose a size' : openCount === 0 ? sendWords(open.length) : `Send ${ready.length} of ${open.length} sizes`;
  return (
    <SizesPage
      title="Choose your sizes"
      dock={
        open.length > 0 && (
          <>
            {openCount > 0 && ready.length > 0 && <p className="note text-md">The rest can wait until {formatDate(link.expires_at)}.</p>}
            <Submit form={form} block className="sizes-send" disabled={ready.length === 0} busyText="Sending…">
              {label}
            </Submit>
          </>
        )
      }
    >
      <p className="sub sizes-words">
        {isOfRollout() ? (
          <>
            {link.company} orders this for you, {link.wearer.name}: <strong>{link.order_number}</strong>.
          </>
        ) : link.order_number ? (
          <>
            {link.requester} at {link.company} has ordered this for you, {link.wearer.name}. Order <span className="code">{link.order_number}</span>.
          </>
        ) : (
          `${link.requester} at ${link.company} is getting this ready for you, ${link.wearer.name}.`
        )}
      </p>
      <SentSoFar choices={savedChoices} openCount={rows.length} />
      <Form form={form}>
        {rows.map((one, n) => {
          const { line, onFile, colour, offered, kept: articleKept, article } = one;
          const words = onFile ? onFileWords(onFile) : null;
          const measures = sizeMeasures(line.measures, offered.map(sizeName));
          const waits = article ? availabilitySentence(article, line.quantity, today) : null;
          const choice = form.control(`lines.${line.id}`);
          const pictures = article?.media.length ? article.media : offered[0]?.media.length ? offered[0].media : line.media;
          return (
            <article key={line.id} className="card sizes-line" aria-label={line.product_name}>
              <GarmentTile
                media={pictures}
                alt={[line.product_name, colour].filter(Boolean).join(', ')}
                colour={line.colours.find(({ name }) => name === colour)?.hex}
                size="fill"
                className="sizes-picture"
              />
              <div className="line top">
                <h2 className="grow sizes-name">{line.product_name}</h2>
                {rows.length > 1 && (
                  <span className="note nowrap">
                    {n + 1} of {rows.length}
                  </span>
                )}
              </div>
              {line.choice !== null && (
                <fieldset className="sizes-styles">
                  <legend className="strong">Which one do you want?</legend>
                  {lines.flatMap(({ id, choice: of, product_name, media, colours }) =>
                    of === line.choice ? (
                      <button
                        key={id}
                        type="button"
                        className="btn"
                        aria-pressed={id === line.id}
                        onClick={() => setStylesTaken({ ...stylesTaken, [line.choice ?? 0]: id })}
                      >
                        <GarmentTile media={media} alt="" colour={colours[0]?.hex} size={40} />
                        {product_name}
                      </button>
                    ) : (
                      []
                    ),
                  )}
                </fieldset>
              )}
              <p className="sub text-md">
                {countText(line.quantity, 'item')}
                {line.decoration && ` · ${line.decoration}`}
              </p>
              {line.description && <p className="note text-md sizes-about">{line.description}</p>}
              {line.sizes.length === 0 ? (
                <p className="t-warn text-md sizes-about">No size of this product can be chosen here at the moment. Please ask {link.requester}.</p>
              ) : (
                <SizeChooser
                  colours={line.colours}
                  colour={colour}
                  onColour={(name) => chooseColour(one, name)}
                  sizes={offered.map((size) => ({
                    id: size.id,
                    name: sizeName(size),
                    attributes: size.attributes,
                    measure: measures.bySize.get(sizeName(size)),
                    stock: availabilityText(size, today),
                  }))}
                  measured={measures.heading}
                  measures={measures.names}
                  chosen={article?.id ?? null}
                  // A press on a size that was chosen here removes the choice; a press on a proposed size confirms it.
                  onSize={(id) => choice.onChange({ colour, article: id === choice.value?.article ? null : id })}
                  onFile={words ? { id: articleKept?.id, words } : null}
                  swaps={swapSentence(line.swaps, line.product_id, {
                    offered: offered.map(sizeName),
                    kept: articleKept ? sizeName(articleKept) : null,
                  })}
                  name={choice.name}
                  error={choice.error}
                >
                  {waits && (
                    <p className="t-warn text-md sizes-about" role="status">
                      {waits}
                    </p>
                  )}
                </SizeChooser>
              )}
            </article>
          );
        })}
      </Form>
    </SizesPage>
  );
}

const sendWords = (count: number): string => (count === 1 ? 'Send my size' : 'Send my sizes');

/** Says how many sizes are sent and how many must still be chosen, and shows the sizes chosen earlier, which cannot be changed. */
function SentSoFar({ choices, openCount }: { choices: readonly SizeChoice[]; openCount: number }) {
  const earlier = choices.filter(({ is_earlier }) => is_earlier);
  const sentCount = choices.length - earlier.length;
  if (choices.length === 0) return null;
  return (
    <>
      <Banner tone={earlier.length > 0 ? 'warn' : 'done'}>
        {sentCount > 0 && (sentCount === 1 ? 'One size is sent. ' : `${sentCount} sizes are sent. `)}
        {earlier.length > 0 && `${earlier.length === 1 ? 'This size was' : 'These sizes were'} chosen already and cannot be changed here. `}
        {openCount === 1 ? 'One is' : `${openCount} are`} still open.
      </Banner>
      {earlier.length > 0 && <ChosenSizes label="Chosen already" choices={earlier} />}
    </>
  );
}

interface Sku {
  attributes: LinkLine['sizes'][number]['attributes'];
  media?: readonly Media[] | undefined;
}

const choiceOf = (line: LinkLine, { attributes, media = [] }: Sku, is_earlier: boolean): SizeChoice => ({
  id: line.id,
  is_earlier,
  product_name: line.product_name,
  quantity: line.quantity,
  colour: attributes.variation_colour,
  hex: attributes.colour_hex,
  size: sizeOf(attributes) ?? 'One size',
  media: media.length ? media : line.media,
});

/** A line with the size that was sent. It keeps the line's picture, because a used link does not return pictures. */
function sentChoice(lines: readonly LinkLine[], { id, product_id }: { id: number; product_id: number }): SizeChoice[] {
  const line = lines.find((one) => one.id === id);
  const article = line?.sizes.find((one) => one.id === product_id);
  return line && article ? [choiceOf(line, article, false)] : [];
}

/** A line that already had a size when this page was sent, with that size. */
function earlierChoice(lines: readonly LinkLine[], { id, product_id, attributes }: ChosenLine): SizeChoice[] {
  const line = lines.find((one) => one.id === id);
  const media = line?.sizes.find((one) => one.id === product_id)?.media;
  return line ? [choiceOf(line, { attributes, media }, true)] : [];
}
