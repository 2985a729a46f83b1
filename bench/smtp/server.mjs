/**
 * SMTP servers with limits, as a child process. The first message starts them: an array of limits; each listens on its
 * own loopback address. The message `report` is answered with the counters of each.
 */
import { createServer } from 'node:net';

/**
 * A server: how long each reply takes, and its limits, past which it punishes: connections at once, RCPTs on a
 * connection or in a transaction, and RCPTs in any window of time. It has the postmaster's mailbox, and those that
 * start with `known`; with `greylists`, it takes mail for the latter at the second RCPT only.
 */
const startServer = ({
  host,
  port,
  delayMs,
  pipelining,
  connections,
  rcptsPerSession,
  rcptsPerTransaction,
  count,
  perMs,
  greylists,
}) => {
  const greylisted = new Set();
  const seen = { rcpts: 0, punishments: 0, sessions: 0, most: 0, first: 0, last: 0 };
  /** When the last `count` RCPTs came, as a ring. */
  const times = new Float64Array(Math.min(count, 100_000)).fill(-Infinity);
  let open = 0;

  const isTooFast = (now) => {
    const slot = seen.rcpts % times.length;
    const isFull = now - times[slot] < perMs;
    times[slot] = now;
    return isFull;
  };

  const server = createServer({ noDelay: true }, (socket) => {
    seen.sessions += 1;
    open += 1;
    seen.most = Math.max(seen.most, open);
    let inSession = 0;
    let inTransaction = 0;
    let rest = '';
    const punish = (reply) => {
      seen.punishments += 1;
      return reply;
    };
    const reply = (text, last = false) =>
      setTimeout(() => {
        if (!socket.writable) return;
        if (last) socket.end(text);
        else socket.write(text);
      }, delayMs);
    const answer = (command) => {
      const verb = command.slice(0, 4);
      if (verb === 'RCPT') {
        const now = performance.now();
        const tooFast = isTooFast(now);
        seen.rcpts += 1;
        seen.first ||= now;
        seen.last = now;
        inSession += 1;
        inTransaction += 1;
        if (tooFast) return punish('450 4.7.1 Too fast\r\n');
        if (inSession > rcptsPerSession) return punish('421 4.7.0 Too many in this session\r\n');
        if (inTransaction > rcptsPerTransaction) return punish('451 4.4.4 One recipient at a time\r\n');
        if (greylists && command.startsWith('RCPT TO:<known') && !greylisted.has(command)) {
          greylisted.add(command);
          return '451 4.7.1 Greylisted, try again later\r\n';
        }
        return /^RCPT TO:<(known|postmaster@)/.test(command) ? '250 2.1.5 OK\r\n' : '550 5.1.1 User unknown\r\n';
      }
      if (verb === 'MAIL' || verb === 'RSET') {
        inTransaction = 0;
        return '250 2.1.0 OK\r\n';
      }
      if (verb === 'EHLO')
        return pipelining ? '250-mx\r\n250-PIPELINING\r\n250 ENHANCEDSTATUSCODES\r\n' : '250-mx\r\n250 SIZE\r\n';
      if (verb !== 'QUIT') return '502 What\r\n';
      leave();
      return '221 Bye\r\n';
    };
    socket.on('error', () => undefined);
    // Counted until QUIT, as where each connection has a process of its own.
    let counted = true;
    const leave = () => {
      if (counted) open -= 1;
      counted = false;
    };
    socket.on('close', leave);
    if (open > connections) reply(punish('421 4.7.0 Too many connections\r\n'), true);
    else reply('220 mx ESMTP\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop();
      let text = '';
      for (const line of lines) text += answer(line);
      if (text !== '') reply(text, lines.includes('QUIT'));
    });
  });
  server.listen(port, host);
  return seen;
};

let all = [];
process.on('message', (message) => {
  if (message === 'report') process.send(all);
  else {
    all = message.map(startServer);
    setTimeout(() => process.send('ready'), 100);
  }
});
process.on('disconnect', () => process.exit());
