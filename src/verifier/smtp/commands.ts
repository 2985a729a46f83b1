import type { Connection, OnReply } from './connection.js';
import type { Reply } from './reply.js';

/** A command with its CRLF, and the callback for its reply. */
export type Command = readonly [line: string, onReply: (reply: Reply | Error) => unknown];

/**
 * Sends commands: in one write, or, without PIPELINING, each after the previous reply.
 * @param onEnd called after the last reply, or when the connection is lost before it.
 */
export const writeCommands = (
  connection: Connection,
  isPipelining: boolean,
  commands: readonly Command[],
  onEnd: () => void,
): void => {
  const last = commands.length - 1;
  if (last < 0) {
    onEnd();
    return;
  }
  const lines = commands.map(([line]) => line);
  const handlers = commands.map(([, onReply], index): OnReply => (reply) => {
    onReply(reply);
    if (index === last) onEnd();
  });
  if (isPipelining) connection.send(lines.join(''), handlers);
  else writeInTurn(connection, lines, handlers);
};

const writeInTurn = (
  connection: Connection,
  [line, ...lines]: readonly string[],
  [onReply, ...handlers]: readonly OnReply[],
): void => {
  if (line === undefined || !onReply) return;
  connection.send(line, [
    (reply) => {
      onReply(reply);
      if (reply instanceof Error) for (const onLost of handlers) onLost(reply);
      else writeInTurn(connection, lines, handlers);
    },
  ]);
};
