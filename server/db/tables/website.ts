import { sql } from 'drizzle-orm';
import { c, check, table } from '../dialect.ts';
import { categories } from './catalogue.ts';

/** Texts for pages of the provider's website; they replace the texts of the pages' categories. */
export const websiteTexts = table(
  'website_texts',
  {
    /** Chosen by the caller that creates the text. */
    id: c.text().primaryKey(),
    url: c.text().unique(),
    h1: c.text(),
    intro: c.text(),
    custom_category: c.maybeRef(() => categories.id),
    custom_filter: c.maybeText(),
  },
  (t) => [check('website_texts_override', sql`${t.custom_category} is null or ${t.custom_filter} is null`)],
);
