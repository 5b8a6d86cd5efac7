import { websiteTexts } from '../db/tables/index.ts';
import type { DemoWorld } from './demo-world.ts';

const texts = [
  ['hi-vis', 'Hi-vis workwear', 'Certified to EN ISO 20471 and printed with your name, from vests to winter coats.', null],
  ['polos-and-sweats', 'Polo shirts and sweatshirts', 'What most of our clients start with: piqué that keeps its shape at 60 degrees.', null],
  ['healthcare', 'Healthcare tunics and scrubs', 'Tunics that wash at 73 degrees and still look pressed at the end of a shift.', null],
  ['footwear', 'Safety footwear', 'S1P to S5, from trainers to wellingtons, in sizes 3 to 14.', null],
  ['summer/collection', 'Summer on the yard', 'Light layers for hot days: breathable polos, shorts and caps.', 'Summer'],
] as const;

/** Write the texts of some pages of the provider's website. */
export async function writeWebsiteTexts({ db }: DemoWorld): Promise<void> {
  await db.insert(websiteTexts).values(
    texts.map(([page, h1, intro, custom_filter], n) => ({
      id: `demo-${n + 1}`,
      url: `/catalogue/${page}`,
      h1,
      intro,
      custom_category: null,
      custom_filter,
    })),
  );
}
