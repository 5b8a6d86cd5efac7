import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is wrong with a page, in words short enough to read: the rule, and where it is broken. */
export async function faultsOf(page: Page, only?: string): Promise<string[]> {
  // What is being read again is pale until it is there.
  await page.waitForFunction(() => !document.querySelector(':is(.list-scroll, .browser-found, .choice-rows, .graph-body)[aria-busy]'));
  // What moves is looked at once it has come to rest; what turns for ever does not.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // A page that was looked at before has axe already; nothing is gathered of what is in order.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined;
  // Without frames in the page the older way of running does the same, and opens no second page for each run.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(wcag)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
}
