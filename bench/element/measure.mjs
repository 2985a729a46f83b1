/** The measurements in one page of one peer. */

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the page before other scripts: counts requests, and redirects those for Verifalia's service to loopback. */
const probe = () => {
  const bench = (globalThis.bench = { requests: [], answered: NaN, painted: NaN });
  const real = globalThis.fetch;
  globalThis.fetch = async (target, init) => {
    const address = String(target).replace(
      /^https:\/\/api-\d\.verifalia\.com\/v[\d.]+|^https:\/\/api-\d\.verifalia\.com/,
      '/verifalia',
    );
    bench.requests.push(address);
    const response = await real(address, init);
    bench.answered = performance.now();
    return response;
  };
};

/** Opens a peer's page; its element is not defined yet. */
export const open = async (browser, origin, index, count) => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(probe);
  await page.goto(`${origin}/page/${index}/${count}`);
  return page;
};

/** Defines the peer in its page; resolves to the milliseconds until every field is upgraded and rendered. */
export const define = (page, { script, attributes = {} }) =>
  page.evaluate(
    async (text, given) => {
      const tag = document.createElement('script');
      for (const [name, value] of Object.entries(given)) tag.setAttribute(name, value);
      tag.textContent = text;
      const started = performance.now();
      document.head.append(tag);
      // Microtasks run before the next message.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      // Include style and layout.
      document.body.getBoundingClientRect();
      return performance.now() - started;
    },
    script,
    attributes,
  );

/**
 * Defines the peer by a script file, as pages do: the browser compiles it while it arrives. Resolves when every field is
 * upgraded and rendered.
 */
export const defineByFile = (page, { url, attributes = {} }) =>
  page.evaluate(
    async (src, given) => {
      const tag = document.createElement('script');
      for (const [name, value] of Object.entries(given)) tag.setAttribute(name, value);
      await new Promise((resolve, reject) => {
        tag.onload = resolve;
        tag.onerror = reject;
        tag.src = src;
        document.head.append(tag);
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      document.body.getBoundingClientRect();
    },
    url,
    attributes,
  );

/** Clears the field, types an address and, if the peer needs it, leaves the field; resolves when the verdict is painted. */
export const meetVerdict = async (page, peer, address) => {
  await page.evaluate((painted) => {
    Object.assign(bench, { requests: [], answered: NaN, painted: NaN });
    const look = () => {
      if (!Number.isNaN(bench.answered) && eval(painted)) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (bench.painted = performance.now());
        port2.postMessage(null);
      } else requestAnimationFrame(look);
    };
    document.querySelector('input').value = '';
    requestAnimationFrame(look);
  }, peer.painted);
  await page.focus('input');
  await page.keyboard.type(address, { delay: 25 });
  if (peer.leave) await page.keyboard.press('Tab');
  await page.waitForFunction(() => !Number.isNaN(bench.painted), { timeout: 5000 });
  await wait(100);
  return page.evaluate(() => ({ requests: bench.requests.length, afterMs: bench.painted - bench.answered }));
};

/** The main thread's time per key in ms, in a field that has been used before, so that everything is loaded. */
export const perKey = async (page, { ready = 'true' }) => {
  await page.focus('input');
  await page.keyboard.type('a');
  await page.waitForFunction(ready, { timeout: 5000 });
  await wait(300);
  const letters = 'nna.example.with.a.long.name.of.forty.on';
  const before = await page.metrics();
  for (const letter of letters) await page.keyboard.press(letter === '.' ? 'Period' : letter);
  const after = await page.metrics();
  return ((after.TaskDuration - before.TaskDuration) * 1000) / letters.length;
};

/**
 * The longest task of the page's main thread during `act`, in ms of the thread's CPU time, which other load on the
 * machine hardly changes, from a trace.
 */
export const longestTask = async (browser, page, act) => {
  await page.tracing.start({
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'],
  });
  await act();
  await wait(50);
  const { traceEvents } = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
  // All renderer main threads: those of other pages are idle.
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) => name === 'RunTask' && tdur && mains.has(`${pid}/${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1000));
};
