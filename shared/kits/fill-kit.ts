import type { Sized } from '../catalogue/size-of.ts';
import { articleOnFile, colourOnFile, type SizeOnFile } from '../sizes/size-on-file.ts';
import { choicesOf, type KitLine } from './kit.ts';

/** A SKU that a wearer may have, as far as the lines of a kit need it. */
export interface KitArticle {
  id: number;
  /** Null for a style without variations, which is itself the article. */
  parent_id: number | null;
  attributes: Sized & { variation_colour: string | null };
}

/** The SKU that fills one line of a kit for one wearer. */
export interface FilledLine {
  line: KitLine;
  /** The place of the line in the kit. */
  place: number;
  /** The SKU in the size on file; null if the size is not known, or if the wearer may not have the product. */
  product_id: number | null;
  /** The styles of the line that the wearer may have, each with its SKUs in the line's colour; empty if there are none. */
  options: { style_id: number; articles: KitArticle[] }[];
}

/** The SKU of a style in the size on file, or the only one there is; undefined if the size is not known. */
function articleOf(articles: readonly KitArticle[], colour: string | null, onFile: SizeOnFile | undefined): number | undefined {
  if (articles.length === 1) return articles[0]?.id;
  const same = articles.find(({ id }) => id === onFile?.product_id);
  if (same) return same.id;
  const names = [...new Set(articles.flatMap(({ attributes }) => attributes.variation_colour ?? []))].map((name) => ({ name }));
  return articleOnFile(articles, colour ?? colourOnFile(names, onFile), onFile)?.id;
}

/**
 * The SKUs with which a kit is filled for one wearer, from the articles that the wearer may have and the wearer's sizes on file by style. Of a choice
 * of styles the wearer gets the first one whose size is on file.
 */
export function fillKit(lines: readonly KitLine[], articles: readonly KitArticle[], sizes: ReadonlyMap<number, SizeOnFile>): FilledLine[] {
  return lines.map((line, place) => {
    const choices = choicesOf(line);
    const ids = choices.length ? choices : [line.product_id ?? 0];
    const isInColour = ({ attributes }: KitArticle): boolean =>
      line.variation_colour === null || attributes.variation_colour === line.variation_colour;
    const options = ids
      .map((id) => ({ style_id: id, articles: articles.filter((one) => (one.id === id || one.parent_id === id) && isInColour(one)) }))
      .filter((option) => option.articles.length > 0);
    const sized = options.flatMap(({ style_id, articles: offered }) => {
      // The only article of one of several styles does not decide which of them the wearer takes.
      if (choices.length && options.length > 1 && !sizes.has(style_id)) return [];
      return articleOf(offered, line.variation_colour, sizes.get(style_id)) ?? [];
    });
    return { line, place, product_id: sized[0] ?? null, options };
  });
}

/** The lines whose size is not known. */
export const unsizedLines = (filled: readonly FilledLine[]): FilledLine[] =>
  filled.filter(({ product_id, options }) => product_id === null && options.length > 0);

/** The lines whose product the wearer may not have. */
export const unavailableLines = (filled: readonly FilledLine[]): FilledLine[] => filled.filter(({ options }) => options.length === 0);
