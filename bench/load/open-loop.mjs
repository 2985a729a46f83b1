import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** Time for the last answers, in ms. */
const LATE_MS = 30_000;

const bytesOf = ({ method, path, headers = {}, body = '' }, host) => {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
};

/** Opens a keep-alive connection that carries one request at a time. Each answer needs a Content-Length. */
const openConnection = ({ hostname, port, host }, onAnswer, onLost) => {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let read = '';
  let isBusy = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    read += chunk;
    const end = read.indexOf(HEAD_END);
    if (end < 0) return;
    const length = parseInt(/\r\ncontent-length: *(\d+)/i.exec(read)?.[1] ?? '', 10);
    if (Number.isNaN(length)) socket.destroy(new Error(`no Content-Length: ${read.slice(0, end)}`));
    if (read.length < end + HEAD_END.length + length) return;
    const status = read.slice(9, 12);
    read = '';
    isBusy = false;
    onAnswer(connection, status);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => onLost(connection, isBusy));
  const connection = {
    send: (request) => {
      isBusy = true;
      socket.write(bytesOf(request, host), 'latin1');
    },
    end: () => socket.destroy(),
  };
  return connection;
};

/**
 * Sends requests at moments that do not depend on the answers, as many independent clients do (a Poisson process).
 * autocannon sends those of a second all at its beginning.
 * @param next makes a request.
 * @returns the number of answers with each status, and of requests without an answer.
 */
export const sendAtRate = async ({ url, connections, seconds, rate }, next) => {
  const at = new URL(url);
  const statuses = {};
  const idle = [];
  let open = 0;
  let inFlight = 0;
  let lost = 0;
  const onAnswer = (connection, status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    inFlight -= 1;
    idle.push(connection);
  };
  const onLost = (connection, isBusy) => {
    open -= 1;
    if (isBusy) {
      inFlight -= 1;
      lost += 1;
    } else idle.splice(idle.indexOf(connection), 1);
  };
  const take = () => {
    if (idle.length > 0) return idle.pop();
    if (open >= connections) return undefined;
    open += 1;
    return openConnection(at, onAnswer, onLost);
  };
  const started = performance.now();
  const ending = started + seconds * 1000;
  let due = started;
  while (performance.now() < ending) {
    for (let now = performance.now(); due < now; due -= (Math.log(1 - Math.random()) * 1000) / rate) {
      const connection = take();
      // Without a free connection, later ones are due later too.
      if (!connection) {
        due = now;
        break;
      }
      inFlight += 1;
      connection.send(next());
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (inFlight > 0 && performance.now() < ending + LATE_MS) await new Promise((resolve) => setTimeout(resolve, 5));
  lost += inFlight;
  for (const connection of idle) connection.end();
  return { statuses, lost };
};
