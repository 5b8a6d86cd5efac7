import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Letters with accents, and apostrophes, as names have them, and what a keyboard without them writes; place by place. */
const WRITTEN =
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİĴĵĶķĹĺĻļĽľŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚțŁłØøĐđ’‘ʼ';
const TYPED =
  "AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyyAaAaAaCcCcCcCcDdEeEeEeEeEeGgGgGgGgHhIiIiIiIiIJjKkLlLlLlNnNnNnOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTtLlOoDd'''";

const typed = new Map([...WRITTEN].map((letter, place) => [letter, TYPED.charAt(place)]));

/** A text with plain letters and straight apostrophes. */
export const folded = (text: string): string => [...text.normalize('NFC')].map((letter) => typed.get(letter) ?? letter).join('');

const literal = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`);

/** The same of a column, as the index of PostgreSQL has it; SQLite folds accents in its index. */
export const foldedColumn = (column: SQLWrapper): SQL<string> => sql<string>`translate(${column}, ${literal(WRITTEN)}, ${literal(TYPED)})`;

const APOSTROPHES = ['’', '‘', 'ʼ'];

/** A text with straight apostrophes, which phones write as typographic ones. */
export const straightened = (text: string): string => APOSTROPHES.reduce((plain, sign) => plain.replaceAll(sign, "'"), text);

/** The same of a column. */
export const straightenedColumn = (column: SQLWrapper): SQL<string> =>
  APOSTROPHES.reduce((plain, sign) => sql<string>`replace(${plain}, ${literal(sign)}, '''')`, sql<string>`${column}`);
