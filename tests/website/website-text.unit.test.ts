import { expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type WebsiteText, websiteTexts } from '../../shared/website/website-text.ts';

const text = (changes: Partial<WebsiteText> = {}): WebsiteText => ({
  id: 'a',
  url: '/catalogue/workwear',
  h1: 'Workwear',
  intro: '',
  custom_category: null,
  custom_filter: null,
  ...changes,
});
const faultsOf = (...texts: WebsiteText[]) => websiteTexts.safeParse(texts).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

test.each([
  ['/catalogue/workwear', []],
  ['/catalogue/', [['0.url', messages.website_url_begin]]],
  ['workwear', [['0.url', messages.website_url_begin]]],
  ['/shop/catalogue/', [['0.url', messages.website_url_begin]]],
  ['/catalogue/work wear', [['0.url', messages.website_url_characters]]],
  ['/catalogue/workwear?page=2', [['0.url', messages.website_url_characters]]],
  ['/catalogue/workwear#top', [['0.url', messages.website_url_characters]]],
])('the address %s has the faults %j', (url, faults) => {
  expect(faultsOf(text({ url }))).toEqual(faults);
});

test('the address of a collection’s page ends in “collection”, and a page with a custom filter has no category', () => {
  expect(faultsOf(text({ url: '/catalogue/winter/collection', custom_filter: 'winter' }))).toEqual([]);
  expect(faultsOf(text({ url: '/catalogue/winter', custom_filter: 'winter' }))).toEqual([['0.url', messages.website_url_collection]]);
  expect(faultsOf(text({ url: '/catalogue/winter', custom_category: 3 }))).toEqual([]);
  expect(faultsOf(text({ url: '/catalogue/winter/collection', custom_filter: 'winter', custom_category: 3 }))).toEqual([
    ['0.custom_filter', messages.website_one_override],
  ]);
});

test('no two texts can have the same address or id, and the number of texts is limited', () => {
  expect(faultsOf(text(), text({ id: 'b', url: '/catalogue/shoes' }))).toEqual([]);
  expect(faultsOf(text(), text({ id: 'b' }))).toEqual([['1.url', messages.website_url_taken]]);
  expect(faultsOf(text(), text({ url: '/catalogue/shoes' }))).toEqual([['1.id', messages.website_url_taken]]);
  const many = (count: number) => Array.from({ length: count }, (_, place) => text({ id: `${place}`, url: `/catalogue/${place}` }));
  expect(faultsOf(...many(limits.website_texts))).toEqual([]);
  expect(faultsOf(...many(limits.website_texts + 1))).toHaveLength(1);
});

test('the id of a text has at least one character, and at most as many as the limit allows', () => {
  expect(faultsOf(text({ id: '' }))).toHaveLength(1);
  expect(faultsOf(text({ id: 'x'.repeat(limits.website_text_id) }))).toEqual([]);
  expect(faultsOf(text({ id: 'x'.repeat(limits.website_text_id + 1) }))).toHaveLength(1);
});
