import axe, { type Result, type RunOnly, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** WCAG 2.2 AA. */
export const successCriteria: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};

/** All of it that can be another in the dark than in the light. */
export const contrastOfColours: RunOnly = { type: 'rule', values: ['color-contrast'] };

/**
 * What axe has against a page as it is. Its half megabyte of script is sent once to each page that is loaded, not at each
 * look, and only violations are described, not all that is as it should be: both took most of the time.
 */
export async function violationsOf(page: Page, runOnly: RunOnly): Promise<Result[]> {
  await endTransitions(page);
  for (const frame of page.frames()) await putInto(frame);
  const options: RunOptions = { runOnly, resultTypes: ['violations'] };
  return page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/**
 * A colour halfway through a transition, as after a change of the colour scheme, is no colour of the page. The page hears of
 * the change at its next frame, draws what scripts make of it at the one after, and only then do the last transitions begin.
 */
export async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const underWay = () =>
      document.getAnimations().filter((each) => each instanceof CSSTransition && each.playState === 'running');
    await nextFrame();
    await nextFrame();
    while (underWay().length > 0) {
      await Promise.allSettled(underWay().map(({ finished }) => finished));
      await nextFrame();
    }
  })()`);
}

async function putInto(frame: Frame): Promise<void> {
  if (await frame.evaluate<boolean>(`typeof axe === 'undefined'`)) await frame.evaluate(axe.source);
}
