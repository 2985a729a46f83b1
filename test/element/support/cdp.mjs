/**
 * The command `cdp`: a method of Chromium's own protocol, for what no driver has in common (touch, forced colours, the
 * accessibility tree). One session a page: what it emulates ends with it.
 */
const sessions = new WeakMap();

export const cdp = () => ({
  name: 'cdp',
  async executeCommand({ command, payload: { method, params } = {}, session: { id, browser } }) {
    if (command !== 'cdp') return undefined;
    const page = browser.getPage(id);
    if (!sessions.has(page)) sessions.set(page, await page.createCDPSession());
    return sessions.get(page).send(method, params);
  },
});
