/**
 * A start that cannot go on. The message is one line for the person who started the program: what is wrong, and what
 * would be right. A command line prints it without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}
