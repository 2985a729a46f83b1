/**
 * Stops a start: a setting, an argument or something around the program is wrong. The message is one line for the person who
 * started it: what was wrong, and what would be right. A program prints it without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
