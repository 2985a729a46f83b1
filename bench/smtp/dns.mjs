/**
 * A DNS server for the mail servers of the benchmarks, as a child process: `firm7.s12.org` has the exchanger
 * `mx.s12.org`, whose address is 127.0.0.12; that of `mx.s257.org` is 127.1.0.1: numbers from 256 count on behind
 * 127.1. The first message to the parent is its port.
 */
import { createSocket } from 'node:dgram';

const TYPE_MX = 15;
const TYPE_A = 1;

/** Where the labels of the question's name begin; the last one is the root. */
const labelsOf = (message) => {
  const starts = [];
  for (let at = 12; message[at]; at += message[at] + 1) starts.push(at);
  return starts;
};

/** The data of the record that answers; null for none. */
const dataOf = (message, type, starts) => {
  const provider = starts.at(-2) ?? 12;
  if (type === TYPE_MX) return Buffer.from([0, 10, 2, 0x6d, 0x78, 0xc0, provider]);
  const number = Number(message.toString('latin1', provider + 2, provider + 1 + message[provider]));
  if (type !== TYPE_A) return null;
  const rest = number - 256;
  return Buffer.from(rest < 0 ? [127, 0, 0, number] : [127, 1, rest >> 8, rest & 255]);
};

const socket = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 });
socket.on('message', (message, { port, address }) => {
  const starts = labelsOf(message);
  const last = starts.at(-1) ?? 12;
  const end = last + message[last] + 2 + 4;
  const type = message.readUInt16BE(end - 4);
  const data = dataOf(message, type, starts);
  const head = Buffer.from(message.subarray(0, end));
  // A response, authoritative, with one answer or none.
  head.writeUInt16BE(0x8500, 2);
  head.fill(0, 6, 12)[7] = data ? 1 : 0;
  if (!data) return socket.send(head, port, address);
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 14, 16, 0, data.length]);
  socket.send(Buffer.concat([head, record, data]), port, address);
});
socket.bind(0, '127.0.0.1', () => process.send(socket.address().port));
process.on('disconnect', () => process.exit());
