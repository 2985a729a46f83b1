/** The console's warnings while a test runs. */
export const warnings: string[] = [];

const { warn } = console;

/** Listens to the console in the tests of a file. */
export const listenToWarnings = (): void => {
  beforeEach(() => {
    warnings.length = 0;
    console.warn = (text: string) => void warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });
};
