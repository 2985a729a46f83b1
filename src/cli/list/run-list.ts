import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { StartupError } from '../../config/startup-error.js';
import type { BouncePercent } from '../../protocol/index.js';
import { bouncePercent, noBounces } from '../../service/mail-outcomes/bounces.js';
import type { BulkVerifier } from '../../verifier/index.js';
import { downloadList, uploadList, waitForList } from './check-by-service.js';
import { checkHere } from './check-here.js';
import { openFiles, type ListFiles } from './open-files.js';
import type { ListCommand } from './options.js';
import { OutageTooLong, type OutageLimits } from './outages.js';
import { planList, type List } from './plan.js';
import { createProgress, type ProgressStream } from './progress.js';
import { createServiceClient } from './service-client.js';
import { openSidecar } from './sidecar.js';
import { writeResults } from './write-results.js';

/** The parts of the process that `email-verify-server list` uses: its streams, signal, API key and verifier. */
export interface ListSurroundings {
  stdin: Readable;
  stdout: Writable;
  stderr: ProgressStream;
  signal: AbortSignal;
  /** The value of EMAIL_VERIFY_KEY. */
  key: string | undefined;
  /** Opens the configured verifier, for work in this process. It is closed afterwards. */
  openVerifier: () => { verifier: BulkVerifier; maxRows: number; asksMailServers: boolean };
  /** As for {@link CheckTools}, for tests. */
  repeatMs?: readonly number[];
  outageLimits?: OutageLimits;
}

/** A command with a result file. */
type Command = ListCommand & { output: string };

type Say = (line: string) => void;

const identityOf = (hash: string, { options }: Command, asksMailServers: boolean): string => {
  const { removesDuplicates, removesSameMailbox, firstRowIsHeader = null, emailColumn = null, splitsCells } = options;
  const { encoding = null, delimiter = null, sheet = null } = options;
  const said: unknown[] = [
    hash,
    removesDuplicates,
    removesSameMailbox,
    firstRowIsHeader,
    emailColumn,
    splitsCells,
    asksMailServers,
  ];
  // A sidecar of a command without these goes on.
  if (encoding !== null || delimiter !== null || sheet !== null) said.push(encoding, delimiter, sheet);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
};

const sayWarnings = (warnings: readonly { detail: string }[], say: Say): void => {
  for (const { detail } of warnings) say(`Warning: ${detail}`);
};

const NOT_ASKED =
  'No mail server was asked (SMTP_PROBE=off). A valid row says: The domain takes mail; the mailbox was not asked.';

const written = (files: ListFiles, rows: number): string =>
  `${rows.toLocaleString('en')} ${rows === 1 ? 'row is' : 'rows are'} in ${files.target}.`;

/** Checks the list in this process. */
const listHere = async (
  command: Command,
  files: ListFiles,
  { stderr, signal, openVerifier, repeatMs, outageLimits }: ListSurroundings,
  say: Say,
): Promise<BouncePercent | null> => {
  const { verifier, maxRows, asksMailServers } = openVerifier();
  try {
    const list: List = { path: files.list, options: command.options, maxRows };
    const plan = await planList(list, signal);
    sayWarnings(plan.warnings, say);
    const identity = identityOf(plan.hash, command, asksMailServers);
    const sidecar = await openSidecar(files.sidecar, identity, plan.kept);
    const { toCheck } = plan;
    const bounces = noBounces();
    const count = (): string => `${sidecar.size.toLocaleString('en')} of ${toCheck.toLocaleString('en')} addresses`;
    try {
      if (sidecar.size > 0) say(`Going on: ${count()} were checked before.`);
      const progress = createProgress(stderr);
      const onProgress = (done: number): void => {
        progress.show(done, toCheck);
      };
      const tools = { verifier, signal, onProgress, say: progress.say, repeatMs, outageLimits };
      await checkHere(list, plan, sidecar, tools).finally(progress.end);
      await sidecar.flush();
      await files.write(writeResults(list, plan, sidecar, { asJson: command.asJson, signal, bounces }));
    } catch (error) {
      if (signal.aborted || error instanceof OutageTooLong)
        say(
          files.isResumable
            ? `Stopped: ${count()} are checked, and kept in ${files.sidecar}. Start the same command again to go on.`
            : `Stopped: ${count()} were checked. Nothing is kept: that needs a file for the list, and one for -o.`,
        );
      throw error;
    } finally {
      await sidecar.close();
    }
    await sidecar.remove();
    say(written(files, plan.lines));
    if (verifier.asksMailboxes === false) say(NOT_ASKED);
    return bouncePercent(bounces);
  } finally {
    await verifier.close();
  }
};

/** Checks the list by a service. */
const listByService = async (
  { options, asJson, service }: Command & { service: string },
  files: ListFiles,
  { stderr, signal, key }: ListSurroundings,
  say: Say,
): Promise<BouncePercent | null | undefined> => {
  if (key === undefined || !/^[\x21-\x7e]+$/.test(key))
    throw new StartupError('EMAIL_VERIFY_KEY must be an API key of the service, in the environment.');
  const client = createServiceClient(service, key, signal);
  let id: number | null = null;
  let bounces: BouncePercent | null | undefined;
  try {
    const uploaded = await uploadList(client, { path: files.list, options }, files.name);
    id = uploaded.id;
    say(`List ${id}: ${uploaded.message}`);
    sayWarnings(uploaded.warnings, say);
    const progress = createProgress(stderr);
    bounces = await waitForList(client, id, progress.show).finally(progress.end);
    await files.write(downloadList(client, id, asJson ? 'json' : 'csv'));
  } catch (error) {
    if (signal.aborted)
      say(
        id === null
          ? 'Stopped before the list was uploaded.'
          : `Stopped. The service goes on with list ${id}; start the same command again to fetch its results.`,
      );
    throw error;
  }
  say(`The results of list ${id} are in ${files.target}.`);
  return bounces;
};

/**
 * Says which share of the addresses will bounce.
 * @param max in per cent; null: any.
 * @returns false if it may be more than that.
 * @throws StartupError if it is to be compared, and the service does not tell it.
 */
const sayBounces = (bounces: BouncePercent | null | undefined, max: number | null, say: Say): boolean => {
  if (bounces === undefined && max !== null)
    throw new StartupError('This service does not tell the projected bounces, which --max-bounce needs; update it.');
  if (bounces == null) return true;
  const { low, high, own } = bounces;
  const basis = own === 0 ? 'general ranges' : `for ${own} % of them by the account's own mail`;
  const isWithin = max === null || high <= max;
  const verdict =
    max === null ? '' : isWithin ? `, within the ${max} % of --max-bounce` : `, more than the ${max} % of --max-bounce`;
  say(`Projected bounces: ${low} to ${high} % of the addresses (${basis})${verdict}.`);
  return isWithin;
};

/**
 * `email-verify-server list FILE -o OUT`: checks a list, and writes its rows with the results.
 * @returns false if more of the addresses may bounce than `--max-bounce` allows.
 * @throws StartupError with one line; the signal's reason, after printing how to resume.
 */
export const runList = async (command: Command, surroundings: ListSurroundings): Promise<boolean> => {
  const { service, maxBounce } = command;
  const say: Say = (line) => surroundings.stderr.write(`${line}\n`);
  const files = await openFiles(command, surroundings);
  try {
    const bounces = await (service === null
      ? listHere(command, files, surroundings, say)
      : listByService({ ...command, service }, files, surroundings, say));
    return sayBounces(bounces, maxBounce, say);
  } finally {
    files.close();
  }
};
