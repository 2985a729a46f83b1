/** A WebKit for the tests: Debian's MiniBrowser with its WebDriver, on a virtual display (Xvfb). */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;
const folder = '/usr/lib';
const miniBrowser = () => {
  for (const triplet of readdirSync(folder)) {
    const program = join(folder, triplet, 'webkit2gtk-4.1/MiniBrowser');
    if (existsSync(program)) return program;
  }
  throw new Error('WebKit is not installed: apt-get install webkit2gtk-driver xvfb');
};

/** Starts a child process that is killed when this process exits. */
const start = (command, args, options) => {
  const child = spawn(command, args, options);
  child.on('error', (error) => {
    console.error(`${command}: ${error.message}`);
    process.exit(1);
  });
  process.once('exit', () => child.kill());
  return child;
};

const screen = () =>
  new Promise((resolve, reject) => {
    const child = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    child.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`));
    child.once('exit', () => reject(new Error('Xvfb exited before it had a display.')));
  });

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The driver listens some time after its start; on a busy machine, seconds. */
const listening = async (driver, address) => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with code ${driver.exitCode}.`);
    const answer = await fetch(`${address}/status`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`WebKitWebDriver did not listen within ${START_TIMEOUT_MS} ms.`);
    await setTimeout(100);
  }
};

/** @returns {Promise<object>} options for `webdriverLauncher`: the driver's address, and the browser to start. */
export const webkit = async () => {
  const binary = miniBrowser();
  const [display, port] = [await screen(), await freePort()];
  const driver = start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, WAYLAND_DISPLAY: '', NO_AT_BRIDGE: '1' },
  });
  await listening(driver, `http://127.0.0.1:${port}`);
  return {
    hostname: '127.0.0.1',
    port,
    capabilities: {
      browserName: 'MiniBrowser',
      'wdio:enforceWebDriverClassic': true,
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    },
  };
};
