/** What was asked for cannot be done. The message is one line that says what was wrong and what would be right. */
export class UsageError extends Error {
  override name = 'UsageError';
}
