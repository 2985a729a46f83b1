/// <reference types="mocha" />

/** The engine that the tests run in. */
export const engine = navigator.userAgent.includes('Firefox/')
  ? 'firefox'
  : navigator.userAgent.includes('Chrome/')
    ? 'chromium'
    : 'webkit';

/** A test that only Chromium's driver can do (the accessibility tree, emulated media); skipped elsewhere, by name. */
export const itInChromium = engine === 'chromium' ? it : it.skip;
