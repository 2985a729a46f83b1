/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser in which a user has signed
 * in has limits of its own, so that strangers who guess the user's password cannot keep the user out.
 */
import { randomUUID } from 'node:crypto';
import { parseSigned, serializeSigned } from 'hono/utils/cookie';
import type { Store } from '../schema.js';

const NAME = 'email-verify.device';
const MAX_AGE_S = 365 * 86_400;

/** A browser in which a user has signed in. */
export interface Device {
  id: string;
  userId: string;
}

/** Reads and writes device cookies. */
export interface Devices {
  /** Resolves to the device that sent a request, if it is one of the user with this address; else to null. */
  find(headers: Headers, email: string): Promise<Device | null>;
  /** Makes the `Set-Cookie` for a user who has signed in. A device of that user keeps its id. */
  remember(headers: Headers, userId: string): Promise<string>;
}

/**
 * @param secret signs the cookies.
 * @param isSecure true if browsers reach the service over TLS.
 */
export const createDevices = ({ db }: Store, secret: string, isSecure: boolean): Devices => {
  const name = isSecure ? `__Host-${NAME}` : NAME;
  const read = async (headers: Headers): Promise<Device | null> => {
    const { [name]: value } = await parseSigned(headers.get('cookie') ?? '', secret, name);
    // False: the signature is not ours.
    const [userId, id] = value ? value.split('.') : [];
    return userId && id ? { id, userId } : null;
  };
  return {
    async find(headers, email) {
      const device = await read(headers);
      if (device === null) return null;
      const user = db.selectFrom('users').select('id').where('email', '=', email).where('id', '=', device.userId);
      return (await user.executeTakeFirst()) ? device : null;
    },
    async remember(headers, userId) {
      const device = await read(headers);
      const id = device?.userId === userId ? device.id : randomUUID();
      return serializeSigned(name, `${userId}.${id}`, secret, {
        path: '/',
        maxAge: MAX_AGE_S,
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure,
      });
    },
  };
};
