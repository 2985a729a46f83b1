import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Gauges, Observe, PausedReason, StoreHealth } from '../service/index.js';
import type { BackupState } from './backup-schedule.js';

/** Upper bounds of the buckets in seconds. The last is the longest `timeout_ms`. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 6, 10, 30];
const STATES: readonly StoreHealth[] = ['ok', 'disk full', 'unavailable'];
const PAUSED: readonly PausedReason[] = ['no_worker', 'dns_unavailable', 'smtp_unreachable'];

/**
 * Adds the metrics of a service's requests to a registry. Every label has few values, and clients cannot add any.
 * @returns the function that the service calls for each event.
 */
export const countEvents = (registry: Registry): Observe => {
  const registers = [registry];
  const requests = new Histogram({
    name: 'email_verify_service_request_seconds',
    help: 'Duration of requests, by path, status and problem code',
    labelNames: ['path', 'status', 'code'] as const,
    buckets: SECONDS,
    registers,
  });
  const verdicts = new Counter({
    name: 'email_verify_service_verdicts_total',
    help: "Verdicts, by status and what they cost: credit; none, for a repeat after an unknown, the server's own forms or a test key",
    labelNames: ['verdict', 'charge'] as const,
    registers,
  });
  const spent = new Counter({
    name: 'email_verify_service_credits_spent_total',
    help: 'Credits spent on verdicts',
    registers,
  });
  const lockedOut = new Counter({
    name: 'email_verify_service_locked_out_total',
    help: 'Requests refused because of too many wrong API keys from their network',
    registers,
  });
  const callbacks = new Counter({
    name: 'email_verify_service_callbacks_total',
    help: 'Attempts to send callbacks, by what follows: delivered, later (another attempt) or given up',
    labelNames: ['sequel'] as const,
    registers,
  });
  return (event) => {
    if (event.event === 'callback') {
      callbacks.inc({ sequel: event.sequel });
      return;
    }
    if (event.event === 'locked out') {
      lockedOut.inc();
      return;
    }
    const { path, status, ms, code = '', verdict, charge } = event;
    requests.observe({ path, status, code }, ms / 1000);
    if (verdict === undefined || charge === undefined) return;
    verdicts.inc({ verdict, charge });
    if (charge === 'credit') spent.inc();
  };
};

/** Adds the state of a service to a registry, read once at each scrape. */
export const showGauges = (registry: Registry, read: () => Promise<Gauges>): void => {
  const registers = [registry];
  // All metrics of a scrape are collected at once, and share one reading.
  let reading: Promise<Gauges> | undefined;
  const now = (): Promise<Gauges> => (reading ??= read().finally(() => (reading = undefined)));
  new Gauge({
    name: 'email_verify_store_state',
    help: '1 for the state of the store: ok, disk full (it refuses to write) or unavailable; 0 for the others',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const { store } = await now();
      for (const state of STATES) this.set({ state }, state === store ? 1 : 0);
    },
  });
  new Gauge({
    name: 'email_verify_store_free_bytes',
    help: 'Bytes free on the disk of the embedded store',
    registers,
    async collect() {
      const { freeBytes } = await now();
      // No value rather than 0: the disk of PostgreSQL is not ours, and some file systems cannot be asked.
      if (freeBytes !== null && Number.isFinite(freeBytes)) this.set(freeBytes);
      else this.remove();
    },
  });
  new Gauge({
    name: 'email_verify_store_waiting',
    help: 'Queries and transactions that wait for a connection to the database',
    registers,
    async collect() {
      this.set((await now()).databaseWaiting);
    },
  });
  new Gauge({
    name: 'email_verify_lists_paused',
    help: '1 for the reason why no worker goes on with lists: no_worker, dns_unavailable or smtp_unreachable; 0 for the others',
    labelNames: ['reason'] as const,
    registers,
    async collect() {
      const { listsPaused } = await now();
      for (const reason of PAUSED) this.set({ reason }, reason === listsPaused ? 1 : 0);
    },
  });
  new Gauge({
    name: 'email_verify_domain_lists_made_timestamp_seconds',
    help: 'Time at which the lists of LISTS_URL in use were made, in seconds since 1970; 0 for those of the release',
    registers,
    async collect() {
      const { domainLists } = await now();
      if (domainLists === null) this.remove();
      else this.set(domainLists.madeMs / 1000);
    },
  });
  new Counter({
    name: 'email_verify_domain_lists_failures_total',
    help: 'Readings of LISTS_URL that failed or were refused; each is tried again in an hour',
    registers,
    async collect() {
      const failures = (await now()).domainLists?.failures ?? 0;
      this.reset();
      this.inc(failures);
    },
  });
  new Gauge({
    name: 'email_verify_valid_outcomes',
    help: 'Addresses called valid in the latest four weeks whose mail was delivered or bounced, of accounts that report it',
    labelNames: ['outcome'] as const,
    registers,
    async collect() {
      const { validOutcomes } = await now();
      if (validOutcomes === null) return;
      this.set({ outcome: 'delivered' }, validOutcomes.delivered);
      this.set({ outcome: 'bounced' }, validOutcomes.bounced);
    },
  });
  new Gauge({
    name: 'email_verify_valid_bounce_alerts',
    help: 'Accounts of which more than 2 % of the addresses called valid bounce, beyond chance',
    registers,
    async collect() {
      const { validOutcomes } = await now();
      if (validOutcomes !== null) this.set(validOutcomes.alerts);
    },
  });
  new Gauge({
    name: 'email_verify_background_work',
    help: 'Work after responses, such as mails, running or waiting',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const { running, waiting } = (await now()).background;
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
};

/** Adds the state of the daily backups to a registry. */
export const showBackups = (registry: Registry, state: () => BackupState): void => {
  const registers = [registry];
  const last = new Gauge({
    name: 'email_verify_backup_last_success_timestamp_seconds',
    help: 'Time of the newest backup in BACKUP_DIR, in seconds since 1970; 0 for none',
    registers,
    collect: () => {
      last.set(state().newestMs / 1000);
    },
  });
  const failures = new Counter({
    name: 'email_verify_backup_failures_total',
    help: 'Daily backups that failed; each is tried again in an hour',
    registers,
    collect: () => {
      failures.reset();
      failures.inc(state().failures);
    },
  });
};

/** Adds the number of dropped log lines to a registry. */
export const showDroppedLines = (registry: Registry, count: () => number): void => {
  const dropped = new Counter({
    name: 'email_verify_log_dropped_lines_total',
    help: 'Lines of the log that were dropped because nobody read them or their disk was full',
    registers: [registry],
    collect: () => {
      dropped.reset();
      dropped.inc(count());
    },
  });
};
