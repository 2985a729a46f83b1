/**
 * The commands `keys-type` (a text) and `keys-press` (a key, with `Shift+` before it when that is held), in every engine.
 * The runner's own `sendKeys` gives a WebDriver all keys of a text as one chord, in which a letter comes only once.
 */
const chromiumAndFirefox = (page) => ({
  type: (text) => page.keyboard.type(text),
  press: async (keys) => {
    for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
    await page.keyboard.press(keys.at(-1));
    for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
  },
});

const webDriver = (browser, id) => ({
  type: async (text) => {
    for (const letter of text) await browser.sendKeys(id, [letter]);
  },
  press: (keys) => browser.sendKeys(id, keys),
});

export const keys = () => ({
  name: 'keys',
  async executeCommand({ command, payload, session: { id, browser } }) {
    if (command !== 'keys-type' && command !== 'keys-press') return undefined;
    const keyboard = browser.type === 'webdriver' ? webDriver(browser, id) : chromiumAndFirefox(browser.getPage(id));
    if (command === 'keys-type') await keyboard.type(payload);
    else await keyboard.press(payload.split('+'));
    return true;
  },
});
