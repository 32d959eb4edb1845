import process from 'node:process';
import type { Locator, Page } from 'playwright-core';

/** What somebody does with what a page shows who has a mouse, or who has none. */
export interface InputDevice {
  /** A button or a link. */
  press(target: Locator): Promise<void>;
  /** A field, in place of whatever is in it. */
  write(field: Locator, text: string): Promise<void>;
  /** One of a list that opens. */
  choose(field: Locator, option: string | RegExp): Promise<void>;
  /** An item of the menu that a button opens. */
  pick(button: Locator, item: string): Promise<void>;
  /** A box, on or off. */
  mark(box: Locator): Promise<void>;
  /** One of several that are shown side by side. */
  turnTo(group: Locator, name: string): Promise<void>;
}

/** Real clicks; letters are typed where was clicked. */
export function mouse(page: Page): InputDevice {
  return {
    press: (target) => target.click(),
    write: async (field, text) => {
      await field.click({ clickCount: 3 });
      await page.keyboard.type(text);
    },
    choose: async (field, option) => {
      await field.scrollIntoViewIfNeeded();
      // Whatever lies there takes the click: of a field of several, its frame does.
      const { x, y, width, height } = (await field.boundingBox())!;
      const click = () => page.mouse.click(x + width / 2, y + height / 2);
      await click();
      await page.getByRole('option', { name: option }).click();
      // A list of which several can be taken stays, and lies over what is below.
      if ((await field.getAttribute('aria-expanded')) === 'true') await click();
    },
    pick: async (button, item) => {
      await button.click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
    mark: (box) => box.click(),
    turnTo: (group, name) => group.getByText(name, { exact: true }).click(),
  };
}

/** More than any page has to be walked through. */
const farthest = 200;

/** `Tab` alone reaches everything; nothing is focused by the story itself. */
export function keyboard(page: Page): InputDevice {
  const isThere = (target: Locator) =>
    target.evaluate((element) => element === element.ownerDocument.activeElement);
  /** Presses a key until what is asked for is so. */
  const until = async (what: Locator, key: string, isSo: () => Promise<boolean>) => {
    await what.waitFor({ state: 'attached' });
    for (let steps = 0; !(await isSo()); steps++) {
      if (steps === farthest) throw new Error(`no ${key} leads to ${String(what)}`);
      await page.keyboard.press(key);
    }
  };
  /** Finds the target once, and again where the page has drawn it anew: to search it by its role at each step takes most of the time. */
  const reach = async (target: Locator) => {
    let found = await target.elementHandle();
    await until(target, 'Tab', async () => {
      const state = await found?.evaluate((element) =>
        element.isConnected ? element === element.ownerDocument.activeElement : 'gone',
      );
      if (state !== 'gone') return state === true;
      found = await target.elementHandle();
      return isThere(target);
    });
  };
  return {
    press: async (target) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    write: async (field, text) => {
      await reach(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    choose: async (field, option) => {
      await reach(field);
      const wanted = page.getByRole('option', { name: option });
      if ((await field.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('ArrowDown');
      await wanted.waitFor();
      await until(
        wanted,
        'ArrowDown',
        async () => (await wanted.getAttribute('data-combobox-selected')) === 'true',
      );
      await page.keyboard.press('Enter');
    },
    pick: async (button, item) => {
      await reach(button);
      await page.keyboard.press('Enter');
      const wanted = page.getByRole('menuitem', { name: item, exact: true });
      await wanted.waitFor();
      await until(wanted, 'ArrowDown', () => isThere(wanted));
      await page.keyboard.press('Enter');
    },
    mark: async (box) => {
      await reach(box);
      await page.keyboard.press('Space');
    },
    turnTo: async (group, name) => {
      await reach(group.getByRole('radio', { checked: true }));
      const wanted = group.getByRole('radio', { name, exact: true });
      await until(wanted, 'ArrowRight', () => wanted.isChecked());
    },
  };
}

const isLongRun = process.env['GATEHOUSE_TEST_LONG'] !== undefined;

/**
 * Both, for stories that are told by each. Without `npm run check:long` the keyboard alone, which reaches less than a
 * mouse does: a page opens in a browser for each of them.
 */
export const inputDevices: readonly (readonly [string, (page: Page) => InputDevice])[] = [
  ['keyboard', keyboard],
  ...(isLongRun ? ([['mouse', mouse]] as const) : []),
];
