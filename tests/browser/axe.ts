import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The check that runs in the page. One call does all of it, because a call into the page costs as much as a small check. */
interface Check {
  options: RunOptions;
  /** True if the check skips the contrast of elements whose colours this page has already shown several times. */
  remembersColours: boolean;
}

/** The faults, or why the check has to wait: `busy` while a list or graph loads, or `no axe` if axe-core is not in the page yet. */
type Outcome = string[] | 'busy' | 'no axe';

async function checkInPage({ options, remembersColours }: Check): Promise<Outcome> {
  const here = window as unknown as Window & {
    axe?: { run: (context: object, options: RunOptions) => Promise<AxeResults>; configure: (spec: object) => void };
    colours?: Map<string, { id: number; count: number }>;
  };
  if (document.querySelector(':is(.list-scroll, .browser-found, .choice-rows, .graph-body)[aria-busy]')) return 'busy';
  if (!here.axe) return 'no axe';
  // Waits until all animations except endless ones have ended: the check needs the final colours.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));

  // Marks an element if two earlier elements have the same elements, classes and states in and around them; the texts may differ. Most of a check's
  // time goes into the contrast of a hundred rows of one kind.
  const contents = /^(id|for|href|src|srcset|alt|title|value|name|datetime|aria-label|aria-(labelled|described)by|aria-(controls|owns|rowindex))$/;
  const looks = new Map<Element, { tag: string; whole: string }>();
  const lookOf = (part: Element): string => {
    const attributes = [...part.attributes]
      .filter(({ name }) => name !== 'data-repeated' && name !== 'data-known-colours')
      .map(({ name, value }) => (value !== '' && contents.test(name) ? name : `${name}=${value.replace(/\d+/g, '0')}`));
    const tag = [part.localName, ...attributes].join(' ');
    const children = [...part.childNodes].map((node) => (node instanceof Element ? lookOf(node) : node.nodeValue?.trim() ? 'text' : ''));
    const whole = `${tag}(${children.join()})`;
    looks.set(part, { tag, whole });
    return whole;
  };
  lookOf(document.body);
  const counts = new Map<string, number>();
  const markRepeated = (part: Element, around: string): void => {
    const { tag = '', whole = '' } = looks.get(part) ?? {};
    const key = `${around}${whole}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    part.toggleAttribute('data-repeated', count > 2);
    if (count <= 2) for (const child of part.children) markRepeated(child, `${around}${tag}/`);
  };
  markRepeated(document.body, '');

  // Marks elements whose colours were shown before: the same element inside the same elements, with the same computed colours and font size.
  if (remembersColours) {
    here.colours ??= new Map();
    const { colours } = here;
    const markKnown = (part: Element, around: number): void => {
      if (part.hasAttribute('data-repeated')) return;
      const style = getComputedStyle(part);
      if (style.display === 'none') return;
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, visibility } = style;
      const key = [around, looks.get(part)?.tag, color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, visibility].join('|');
      const colour = colours.get(key) ?? { id: colours.size, count: 0 };
      colour.count += 1;
      colours.set(key, colour);
      part.toggleAttribute('data-known-colours', colour.count > 2);
      for (const child of part.children) markKnown(child, colour.id);
    };
    markKnown(document.body, -1);
    here.axe.configure({ rules: [{ id: 'color-contrast', selector: '*:not([data-known-colours])' }] });
  }
  const { violations } = await here.axe.run({ include: document, exclude: '[data-repeated]' }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
}

/**
 * The accessibility faults of a page as short texts: the rule, and the place where it is broken. `only` names the one rule to check;
 * `remembersColours` is for a page that shows many screens.
 */
export async function faultsOf(
  page: Page,
  { only, remembersColours = false }: { only?: string; remembersColours?: boolean } = {},
): Promise<string[]> {
  const check: Check = {
    // Only faults are collected. Frames are not searched, because the app has none.
    options: {
      runOnly: only ? { type: 'rule', values: [only] } : { type: 'tag', values: wcag },
      resultTypes: ['violations'],
      iframes: false,
    },
    remembersColours,
  };
  for (;;) {
    const outcome = await page.evaluate(checkInPage, check);
    if (outcome === 'no axe') await page.evaluate(axe.source);
    else if (outcome === 'busy')
      await page.waitForFunction(() => !document.querySelector(':is(.list-scroll, .browser-found, .choice-rows, .graph-body)[aria-busy]'));
    else return outcome;
  }
}
