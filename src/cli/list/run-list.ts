import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { StartupError } from '../../config/startup-error.js';
import type { BulkVerifier } from '../../verifier/index.js';
import { downloadList, uploadList, waitForList } from './check-by-service.js';
import { checkHere } from './check-here.js';
import { openFiles, type ListFiles } from './files.js';
import type { ListCommand } from './options.js';
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
  /** Opens the verifier of the settings, for work in this process. It is closed afterwards. */
  openVerifier: () => { verifier: BulkVerifier; maxRows: number; asksMailServers: boolean };
}

/** A command whose result file is named. */
type Command = ListCommand & { output: string };

type Say = (line: string) => void;

const identityOf = (hash: string, { options }: Command, asksMailServers: boolean): string => {
  const { removesDuplicates, removesSameMailbox, firstRowIsHeader = null, emailColumn = null } = options;
  const said = [hash, removesDuplicates, removesSameMailbox, firstRowIsHeader, emailColumn, asksMailServers];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
};

const written = (files: ListFiles, rows: number): string =>
  `${rows.toLocaleString('en')} ${rows === 1 ? 'row is' : 'rows are'} in ${files.target}.`;

/** Checks the list in this process. */
const listHere = async (
  command: Command,
  files: ListFiles,
  { stderr, signal, openVerifier }: ListSurroundings,
  say: Say,
): Promise<void> => {
  const { verifier, maxRows, asksMailServers } = openVerifier();
  try {
    const list: List = { path: files.list, options: command.options, maxRows };
    const plan = await planList(list, signal);
    const identity = identityOf(plan.hash, command, asksMailServers);
    const sidecar = await openSidecar(files.sidecar, identity, plan.kept);
    const { toCheck } = plan;
    const count = (): string => `${sidecar.size.toLocaleString('en')} of ${toCheck.toLocaleString('en')} addresses`;
    try {
      if (sidecar.size > 0) say(`Going on: ${count()} were checked before.`);
      const progress = createProgress(stderr);
      const onProgress = (done: number): void => {
        progress.show(done, toCheck);
      };
      await checkHere(list, plan, sidecar, { verifier, signal, onProgress }).finally(progress.end);
      await sidecar.flush();
      await files.write(writeResults(list, plan, sidecar, { asJson: command.asJson, signal }));
    } catch (error) {
      if (signal.aborted)
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
    say(written(files, plan.kept));
  } finally {
    await verifier.close();
  }
};

/** Has the list checked by a service. */
const listByService = async (
  { options, asJson, service }: Command & { service: string },
  files: ListFiles,
  { stderr, signal, key }: ListSurroundings,
  say: Say,
): Promise<void> => {
  if (key === undefined || !/^[\x21-\x7e]+$/.test(key))
    throw new StartupError('EMAIL_VERIFY_KEY must be an API key of the service, in the environment.');
  const client = createServiceClient(service, key, signal);
  let id: number | null = null;
  try {
    const uploaded = await uploadList(client, { path: files.list, options }, files.name);
    id = uploaded.id;
    say(`List ${id}: ${uploaded.message}`);
    const progress = createProgress(stderr);
    await waitForList(client, id, progress.show).finally(progress.end);
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
};

/**
 * `email-verify-server list FILE -o OUT`: checks a list, and writes its rows with the results.
 * @throws StartupError with one line; the signal's reason, after it has said how to go on.
 */
export const runList = async (command: Command, surroundings: ListSurroundings): Promise<void> => {
  const { service } = command;
  const say: Say = (line) => surroundings.stderr.write(`${line}\n`);
  const files = await openFiles(command, surroundings);
  try {
    await (service === null
      ? listHere(command, files, surroundings, say)
      : listByService({ ...command, service }, files, surroundings, say));
  } finally {
    files.close();
  }
};
