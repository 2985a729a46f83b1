import { Refusal } from '../../protocol/refusal.js';

/** Minimum interval between two sweeps of a full room, in milliseconds: a sweep looks at every note. */
const SWEEP_MS = 1000;
const RETRY_AFTER_S = 60;

/** The kind of a key: its prefix up to the first colon. */
export const kindOf = (key: string): string => key.slice(0, key.indexOf(':') + 1);

/** The notes of one kind: their expiry by key, and the time of the last sweep. */
interface Room {
  ends: Map<string, number>;
  sweptAt: number;
}

/**
 * Notes a key.
 * @returns true if the key was absent.
 * @throws Refusal `unavailable` if the room is full.
 */
export type Note = (key: string, ttlMs: number) => boolean;

/**
 * Creates the notes of a memory store. Each kind has its own room, so that a flood of one kind does not affect the
 * others. No note is evicted: the receipt of an evicted note could be used again. A full room refuses further notes.
 * @param maxEntries maximum number of notes of each kind.
 */
export const createNotes = (maxEntries: number, now: () => number): Note => {
  const rooms = new Map<string, Room>();

  const roomOf = (kind: string): Room => {
    let room = rooms.get(kind);
    if (!room) rooms.set(kind, (room = { ends: new Map(), sweptAt: -Infinity }));
    return room;
  };

  const makeRoom = (room: Room, at: number): void => {
    // A clock that was set back must not put off the next sweep.
    if (Math.abs(at - room.sweptAt) >= SWEEP_MS) {
      room.sweptAt = at;
      for (const [key, endsAt] of room.ends) if (endsAt <= at) room.ends.delete(key);
    }
    if (room.ends.size < maxEntries) return;
    throw new Refusal('unavailable', `The store of the edge is full; try again in ${RETRY_AFTER_S} s.`, {
      'retry-after': String(RETRY_AFTER_S),
    });
  };

  return (key, ttlMs) => {
    const room = roomOf(kindOf(key));
    const at = now();
    if ((room.ends.get(key) ?? -Infinity) > at) return false;
    room.ends.delete(key);
    if (room.ends.size >= maxEntries) makeRoom(room, at);
    room.ends.set(key, at + ttlMs);
    return true;
  };
};
