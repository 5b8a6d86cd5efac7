import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

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
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(wcag)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
}
