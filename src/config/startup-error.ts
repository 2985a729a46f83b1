/**
 * A setting, an argument or the environment is wrong, so the program cannot start. The message is one line for the
 * person who started it: what was wrong, and what would be right. It is printed without a stack trace.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
