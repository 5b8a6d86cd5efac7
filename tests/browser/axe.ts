import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Marks elements that look like two earlier ones: same elements, classes and states within the same ones around them, whatever their texts. Most of a
 * check's time goes into the contrast of a hundred rows of one kind.
 */
const markRepeated = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const contents = /^(id|for|href|src|srcset|alt|title|value|name|datetime|aria-label|aria-(labelled|described)by|aria-(controls|owns|rowindex))$/;
    const looks = new Map<Element, { tag: string; whole: string }>();
    const lookOf = (part: Element): string => {
      const attributes = [...part.attributes]
        .filter(({ name }) => name !== 'data-repeated')
        .map(({ name, value }) => (value !== '' && contents.test(name) ? name : `${name}=${value.replace(/\d+/g, '0')}`));
      const tag = [part.localName, ...attributes].join(' ');
      const children = [...part.childNodes].map((node) => (node instanceof Element ? lookOf(node) : node.nodeValue?.trim() ? 'text' : ''));
      const whole = `${tag}(${children.join()})`;
      looks.set(part, { tag, whole });
      return whole;
    };
    lookOf(document.body);
    const counts = new Map<string, number>();
    const mark = (part: Element, around: string): void => {
      const { tag = '', whole = '' } = looks.get(part) ?? {};
      const key = `${around}${whole}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      part.toggleAttribute('data-repeated', count > 2);
      if (count <= 2) for (const child of part.children) mark(child, `${around}${tag}/`);
    };
    mark(document.body, '');
  });

/** The faults of a page, in words short enough to read: the rule, and where it is broken. */
export async function faultsOf(page: Page, only?: string): Promise<string[]> {
  // Content that is being read again is pale until it has loaded.
  await page.waitForFunction(() => !document.querySelector(':is(.list-scroll, .browser-found, .choice-rows, .graph-body)[aria-busy]'));
  // Moving elements are checked once they have come to rest, except those that move for ever.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // A page that was checked before has axe already; only faults are collected.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined;
  // Without frames in the page the legacy way of running gives the same result, and opens no second page for each run.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode().options({ resultTypes: ['violations'] });
  await markRepeated(page);
  axe.exclude('[data-repeated]');
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(wcag)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
}
