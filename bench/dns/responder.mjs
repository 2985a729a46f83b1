/**
 * Answers every MX question with one exchanger (`mx` below the domain, or one of some shared ones) and every A question
 * with an address, after as many milliseconds as the first argument says: a network's round trip.
 */
import { createSocket } from 'node:dgram';

const TYPE_MX = 15;
const EXCHANGERS = 50;
const delayMs = Number(process.argv[2] ?? 0);

/** The question's end: after its name, type and class. */
const endOfQuestion = (message) => {
  let at = 12;
  while (message[at]) at += message[at] + 1;
  return at + 5;
};

/** An exchanger's name in the form of the wire, with a pointer to the question's name where it is below the domain. */
const exchangerOf = (message) => {
  const first = message.toString('latin1', 13, 13 + message[12]);
  if (!first.startsWith('shared')) return Buffer.from([2, 109, 120, 0xc0, 12]);
  const host = `mx${Number(first.slice(6)) % EXCHANGERS}`;
  return Buffer.from(`${String.fromCharCode(host.length)}${host}\x08provider\x03org\0`, 'latin1');
};

const answerTo = (message) => {
  const end = endOfQuestion(message);
  const mx = message[end - 3] === TYPE_MX;
  const data = mx ? Buffer.concat([Buffer.from([0, 10]), exchangerOf(message)]) : Buffer.from([1, 2, 3, 4]);
  const head = Buffer.from(message.subarray(0, end));
  // A response, authoritative, with one answer and nothing else.
  head.writeUInt16BE(0x8500, 2);
  head.fill(0, 6, 12)[7] = 1;
  const record = Buffer.from([0xc0, 12, 0, mx ? TYPE_MX : 1, 0, 1, 0, 0, 14, 16, 0, data.length]);
  return Buffer.concat([head, record, data]);
};

/**
 * Answers that are not due yet, the first one first. One timer for all of them: thousands of timers would slow this
 * process down.
 */
let due = [];
const sendDue = () => {
  const now = performance.now();
  const first = due.findIndex(({ at }) => at > now);
  const ready = first < 0 ? due : due.slice(0, first);
  due = first < 0 ? [] : due.slice(first);
  for (const { message, port, address } of ready) socket.send(answerTo(message), port, address);
  if (due.length > 0) setTimeout(sendDue, due[0].at - now);
};

const socket = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 });
socket.on('message', (message, { port, address }) => {
  if (delayMs === 0) socket.send(answerTo(message), port, address);
  else if (due.push({ message, port, address, at: performance.now() + delayMs }) === 1) setTimeout(sendDue, delayMs);
});
socket.bind(0, '127.0.0.1', () => process.send(socket.address().port));
process.on('disconnect', () => process.exit());
