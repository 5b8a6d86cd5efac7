import { z } from 'zod';
import { optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText, wordsText } from '../text.ts';

const BEGIN = '/catalogue/';
const COLLECTION_END = '/collection';

/** The message about an invalid address of a page of the website; null if it is valid. */
export function websiteUrlFault({ url, custom_filter }: { url: string; custom_filter: string | null }): string | null {
  if (!url.startsWith(BEGIN) || url === BEGIN) return messages.website_url_begin;
  if (/[\s?#]/.test(url)) return messages.website_url_characters;
  return custom_filter !== null && !url.endsWith(COLLECTION_END) ? messages.website_url_collection : null;
}

const fields = z.object({
  id: z.string().min(1).max(limits.website_text_id).describe('Made by whoever creates the text'),
  url: lineText(limits.url, messages.at_most(limits.url)),
  h1: requiredText(limits.website_h1, messages.heading_needed),
  intro: wordsText(limits.website_intro, messages.at_most(limits.website_intro)),
  custom_category: z.int().positive().nullable().describe('The category in place of that of the address'),
  custom_filter: optionalText(limits.website_filter).describe('The collection in place of a category'),
});

/** The fields of a text that the website reads. */
export const publishedText = fields.omit({ id: true });

/** The text of one page of the website, shown instead of the text of the page's category. */
export const websiteText = fields.superRefine((text, { addIssue }) => {
  const url = websiteUrlFault(text);
  if (url) addIssue({ code: 'custom', path: ['url'], message: url });
  if (text.custom_category !== null && text.custom_filter !== null)
    addIssue({ code: 'custom', path: ['custom_filter'], message: messages.website_one_override });
});
export type WebsiteText = z.infer<typeof websiteText>;

/** All texts to be saved: stored texts that are left out are deleted. */
export const websiteTexts = z
  .array(websiteText)
  .max(limits.website_texts)
  .superRefine((texts, { addIssue }) => {
    for (const field of ['url', 'id'] as const) {
      const seen = new Set<string>();
      for (const [place, text] of texts.entries()) {
        if (seen.has(text[field])) addIssue({ code: 'custom', path: [place, field], message: messages.website_url_taken });
        seen.add(text[field]);
      }
    }
  });
