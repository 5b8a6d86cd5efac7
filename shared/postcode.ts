import { messages } from './messages.ts';

/** A UK postcode without spaces: an outward code of two to four characters, then a digit and two letters. */
const UK_POSTCODE = /^([A-Z]{1,2}[0-9][A-Z0-9]?|GIR)([0-9][A-Z]{2})$/;
/** A British Forces Post Office number, for the forces abroad. */
const FORCES = /^BFPO ?[0-9]{1,4}$/i;

/** A UK postcode in capitals with one space, as it is printed and compared; any other text is returned unchanged. */
export function asPostcode(text: string): string {
  const [, outward, inward] = UK_POSTCODE.exec(text.replace(/\s/g, '').toUpperCase()) ?? [];
  return outward && inward ? `${outward} ${inward}` : text;
}

/** Whether a text has the format of a UK postcode. */
export const isUkPostcode = (text: string): boolean => UK_POSTCODE.test(text.replace(/\s/g, '').toUpperCase()) || FORCES.test(text.trim());

/** The area of a UK postcode, its first letters: `BT` of `BT9 5FL`; null for any other text. */
export const postcodeArea = (text: string): string | null =>
  UK_POSTCODE.test(text.replace(/\s/g, '').toUpperCase()) ? (/^[A-Z]{1,2}(?=[0-9])/.exec(text.trim().toUpperCase())?.[0] ?? null) : null;

/** Names of countries as people write them, besides those of the standard. */
const otherNames = [
  ['IE', 'Republic of Ireland', 'Eire'],
  ['NL', 'Holland', 'The Netherlands'],
  ['US', 'USA', 'United States of America'],
  ['AE', 'UAE'],
  ['CZ', 'Czech Republic'],
  ['TR', 'Turkey'],
  ['HK', 'Hong Kong'],
  ['MO', 'Macau'],
  ['CI', 'Ivory Coast'],
] as const;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Region codes that are not countries: groups of countries, and codes for no country. */
const noCountries = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];

/** A name reduced to its lower-case letters without accents, with `and` for `&`, so that different spellings compare equal. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '');

let abroad: ReadonlySet<string> | null = null;

/** The codes and names of all countries except the United Kingdom, folded. They come from the platform and are read once. */
function countriesAbroad(): ReadonlySet<string> {
  if (abroad) return abroad;
  const names = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => !noCountries.includes(code));
  const home = names.of('GB');
  const standard = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined || name === home ? [] : [code, name];
  });
  abroad = new Set([...standard, ...otherNames.flat()].map(folded));
  return abroad;
}

/** Whether a text names a country other than the United Kingdom, in English or by its code of two letters. */
export const isCountryAbroad = (text: string | null | undefined): boolean => !!text && countriesAbroad().has(folded(text));

/**
 * Codes of countries that people also write for a part of the UK: Northern Ireland, Greater Manchester, East Sussex, South Yorkshire, Tyne and Wear,
 * Merseyside.
 */
const partsOfUk = ['NI', 'GM', 'ES', 'SY', 'TW', 'MS'].map(folded);
const BEGINS_AS_UK = /^[A-Z]{1,2}[0-9]/i;

/** Whether the country is one of these codes and means a part of the UK, because the postcode begins like a UK postcode. */
const isPartOfUk = (postcode: string, country: string | null | undefined): boolean =>
  BEGINS_AS_UK.test(postcode.trim()) && partsOfUk.includes(folded(country ?? ''));

/** The message about the postcode of an address; null if it is a UK postcode, or if the address names a country abroad. */
export const postcodeFault = (postcode: string, country: string | null | undefined): string | null =>
  isUkPostcode(postcode) || (isCountryAbroad(country) && !isPartOfUk(postcode, country)) ? null : messages.unknown_postcode_of_address;
