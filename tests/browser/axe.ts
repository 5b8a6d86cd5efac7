import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is wrong with a page, in words short enough to read: the rule, and where it is broken. */
export async function faultsOf(page: Page, only?: string): Promise<string[]> {
  // A list that is being read again is pale until it is there.
  await page.waitForFunction(() => !document.querySelector('.list-scroll[aria-busy="true"], .browser-found[aria-busy]'));
  // Without frames in the page the older way of running does the same, and opens no second page for each run.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(wcag)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
}
