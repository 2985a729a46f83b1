/**
 * A real DNS server on loopback, over UDP and TCP on one ephemeral port, for tests that must not ask the network.
 *
 *     const dns = await startDnsServer({
 *       zone: {
 *         'firm.org': { MX: [[10, 'mx.firm.org']] },          // or just ['mx.firm.org'], preference 10
 *         'mx.firm.org': { A: ['1.2.3.4'] },
 *         'null.firm.org': { MX: [[0, '.']] },                   // null MX (RFC 7505)
 *         'alias.firm.org': { CNAME: 'firm.org' },
 *         'slow.firm.org': { MX: ['mx.firm.org'], delayMs: 50 },
 *         'broken.firm.org': { behaviour: 'servfail' },
 *         'half.firm.org': { A: ['1.2.3.4'], behaviour: 'silent', only: 'A' },
 *       },
 *     });
 *     createVerifier({ dnsServers: [dns.address] });
 *     await dns.close();
 *
 * It answers as a recursive resolver does: a CNAME is followed inside the zone, a name exists when it or something below it
 * has records, any other name is NXDOMAIN; NXDOMAIN and 'no such record' carry an SOA whose minimum is `negativeTtl`.
 * `zone` is read at each question, so a test may change it as it goes; `queries` logs every question that arrived.
 */
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  decode,
  encode,
  RECURSION_AVAILABLE,
  TRUNCATED_RESPONSE,
  type Answer,
  type Packet,
  type Question,
} from 'dns-packet';

/**
 * The behaviour of a name, or of the whole server. `silent` never answers; `servfail` and `refused` are rcodes;
 * `truncate` sets TC over UDP and answers in full over TCP; `cut` sets TC over both; `alias_only` follows no alias,
 * like a server that is not authoritative for the target; `lame` only refers to other servers, like one that is neither
 * authoritative nor recursive; `garbage` sends bytes that are not a DNS message; `spoofed` sends forged answers (wrong
 * id, wrong question, wrong port), each with the host `forged.invalid`, before the true one.
 */
export type Behaviour =
  'normal' | 'silent' | 'servfail' | 'refused' | 'truncate' | 'cut' | 'alias_only' | 'lame' | 'garbage' | 'spoofed';

export type QuestionType = 'MX' | 'A' | 'AAAA' | 'CNAME' | 'TXT' | 'PTR' | 'SOA';

/** The records of one name in the zone, and its behaviour. */
export interface ZoneEntry {
  MX?: readonly (string | readonly [preference: number, host: string])[];
  A?: readonly string[];
  AAAA?: readonly string[];
  CNAME?: string;
  TXT?: readonly string[];
  PTR?: readonly string[];
  /** Seconds; 300 when unset. */
  ttl?: number;
  behaviour?: Behaviour;
  /** The behaviour and the delay are for questions of this type alone. */
  only?: QuestionType;
  delayMs?: number;
  /**
   * Makes the response by hand, of the question as it came; over UDP it is cut off where it does not fit into a
   * datagram.
   */
  message?: (question: Buffer) => Buffer;
}

/** Names in lower case, without a dot at the end. */
export type Zone = Record<string, ZoneEntry>;

export interface Query {
  name: string;
  type: string;
  transport: 'udp' | 'tcp';
  id: number;
  /** The port it came from; 0 over TCP. */
  port: number;
}

export interface DnsServer {
  /** `127.0.0.1:port`, for UDP and TCP. */
  readonly address: string;
  /** Every question that arrived, oldest first. */
  readonly queries: readonly Query[];
  /** Sets the behaviour of the whole server from now on. While it is `normal`, each name's own behaviour applies. */
  setMode(mode: Behaviour): void;
  /** Ends sockets and timers, so that the process can exit. */
  close(): Promise<void>;
}

/** The UDP payload size that a client announces by EDNS. */
const MAX_DATAGRAM_BYTES = 1232;

const RCODE = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

const recordsOf = (zone: Zone, name: string, type: string): Answer[] => {
  const entry = zone[name];
  const ttl = entry?.ttl ?? 300;
  if (type === 'MX') {
    return (entry?.MX ?? []).map((mx) => {
      const [preference, exchange] = typeof mx === 'string' ? [10, mx] : mx;
      return { type, name, ttl, data: { preference, exchange } };
    });
  }
  if (type === 'A' || type === 'AAAA') return (entry?.[type] ?? []).map((data) => ({ type, name, ttl, data }));
  if (type === 'PTR') return (entry?.PTR ?? []).map((data) => ({ type, name, ttl, data }));
  if (type === 'TXT') return (entry?.TXT ?? []).map((data) => ({ type, name, ttl, data }));
  return [];
};

const exists = (zone: Zone, name: string): boolean =>
  Object.keys(zone).some((owner) => owner === name || owner.endsWith(`.${name}`));

/** The answer of a well-behaved recursive resolver (RFC 1034 §4.3.2, RFC 2308, RFC 6604). */
const answerFrom = (zone: Zone, question: string, type: string, negativeTtl: number): Packet & { rcode: number } => {
  const answers: Answer[] = [];
  let name = question.toLowerCase();
  for (let hops = 0; hops < 10; hops++) {
    const alias = type === 'CNAME' ? undefined : zone[name]?.CNAME;
    if (alias === undefined) break;
    answers.push({ type: 'CNAME', name, ttl: zone[name]?.ttl ?? 300, data: alias });
    name = alias;
  }
  const found = recordsOf(zone, name, type);
  if (found.length > 0) return { answers: [...answers, ...found], rcode: RCODE.NOERROR };
  const minimum = negativeTtl;
  const soa: Answer = {
    type: 'SOA',
    name: '.',
    ttl: negativeTtl,
    data: { mname: 'ns.invalid', rname: 'root.invalid', serial: 1, refresh: 1, retry: 1, expire: 1, minimum },
  };
  return { answers, authorities: [soa], rcode: exists(zone, name) ? RCODE.NOERROR : RCODE.NXDOMAIN };
};

/** Takes one free port of loopback for TCP and UDP. */
export const listen = async (): Promise<{ tcp: Server; udp: UdpSocket; port: number }> => {
  for (;;) {
    const tcp = createServer().listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    try {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      return { tcp, udp, port };
    } catch {
      // Somebody else holds this port for UDP: take another one.
      udp.close();
      tcp.close();
    }
  }
};

/**
 * The messages that one question brings: from the server's own port, in this order, and one from another port before
 * them.
 */
interface Messages {
  own: Buffer[];
  foreign?: Buffer;
}

const messagesFor = (
  { id = 0, flags = 0 }: Packet,
  question: Question,
  { behaviour, udp, truth }: { behaviour: Behaviour; udp: boolean; truth: Packet & { rcode: number } },
): Messages => {
  const reply = (content: Packet, bits: number): Buffer =>
    encode({ type: 'response', id, questions: [question], ...content, flags: flags | RECURSION_AVAILABLE | bits });
  const whole = reply(truth, truth.rcode);
  const data = { preference: 0, exchange: 'forged.invalid' };
  const forged: Packet = { answers: [{ type: 'MX', name: question.name, ttl: 300, data }] };
  switch (behaviour) {
    case 'silent':
      return { own: [] };
    case 'servfail':
      return { own: [reply({}, RCODE.SERVFAIL)] };
    case 'refused':
      return { own: [reply({}, RCODE.REFUSED)] };
    case 'garbage':
      return { own: [Buffer.from('this is no DNS message, and it is long enough to have a header')] };
    case 'truncate':
      return { own: [udp ? reply({}, TRUNCATED_RESPONSE) : whole] };
    case 'cut':
      return { own: [reply({}, TRUNCATED_RESPONSE)] };
    case 'alias_only':
      return { own: [reply({ answers: (truth.answers ?? []).slice(0, 1) }, RCODE.NOERROR)] };
    case 'lame': {
      const authorities: Answer[] = [{ type: 'NS', name: 'org', ttl: 300, data: 'ns.invalid' }];
      return { own: [encode({ type: 'response', id, questions: [question], authorities, flags })] };
    }
    case 'spoofed': {
      const wrongId = reply({ ...forged, id: (id + 1) & 0xffff }, RCODE.NOERROR);
      const wrongQuestion = reply({ ...forged, questions: [{ ...question, name: 'forged.invalid' }] }, RCODE.NOERROR);
      return { own: [wrongId, wrongQuestion, whole], foreign: reply(forged, RCODE.NOERROR) };
    }
    case 'normal':
      return { own: [whole] };
  }
};

/**
 * Starts a server for the zone, on 127.0.0.1 and a free port.
 * @param options.negativeTtl how long a negative answer may be remembered, in seconds; 60 when unset.
 */
export const startDnsServer = async (options: { zone: Zone; negativeTtl?: number }): Promise<DnsServer> => {
  const { zone, negativeTtl = 60 } = options;
  const { tcp, udp, port } = await listen();
  const forger = createSocket('udp4');
  const queries: Query[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const connections = new Set<Socket>();
  let mode: Behaviour = 'normal';
  let closed = false;

  const handle = (message: Buffer, send: (bytes: Buffer) => void, peer?: RemoteInfo): void => {
    const packet = decode(message);
    const question = packet.questions?.[0];
    if (question === undefined) return;
    const { name, type } = question;
    queries.push({ name, type, transport: peer ? 'udp' : 'tcp', id: packet.id ?? 0, port: peer?.port ?? 0 });
    const owner = zone[name.toLowerCase()];
    const own = owner?.only === undefined || owner.only === type ? owner : undefined;
    const behaviour = mode === 'normal' ? (own?.behaviour ?? 'normal') : mode;
    const truth = answerFrom(zone, name, type, negativeTtl);
    const byHand = own?.message?.(message);
    const fits = byHand !== undefined && (peer === undefined || byHand.length <= MAX_DATAGRAM_BYTES);
    const conduct = { behaviour: byHand ? 'truncate' : behaviour, udp: peer !== undefined, truth } as const;
    const messages: Messages = fits ? { own: [byHand] } : messagesFor(packet, question, conduct);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (peer && messages.foreign) forger.send(messages.foreign, peer.port, peer.address);
      for (const bytes of messages.own) send(bytes);
    }, own?.delayMs ?? 0);
    timers.add(timer);
  };

  udp.on('message', (message, peer) => {
    const send = (bytes: Buffer): void => {
      udp.send(bytes, peer.port, peer.address);
    };
    handle(message, send, peer);
  });

  tcp.on('connection', (socket) => {
    let pending = Buffer.alloc(0);
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    // A client that hangs up while an answer is on its way is no error of the test.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= pending.readUInt16BE(0) + 2) {
        const end = pending.readUInt16BE(0) + 2;
        handle(pending.subarray(2, end), (bytes) => {
          socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]));
        });
        pending = pending.subarray(end);
      }
    });
  });

  return {
    address: `127.0.0.1:${port}`,
    queries,
    setMode(next) {
      mode = next;
    },
    async close() {
      if (closed) return;
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const connection of connections) connection.destroy();
      forger.close();
      tcp.close();
      udp.close();
      await Promise.all([once(tcp, 'close'), once(udp, 'close')]);
    },
  };
};
