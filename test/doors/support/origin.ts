import { createServer, type AddressInfo } from 'node:net';

/** An address on loopback whose port nobody else takes before its server starts. */
export interface Origin {
  url: string;
  /** Lets the server have the port. */
  free(): Promise<void>;
}

export const reserveOrigin = async (): Promise<Origin> => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  holder.unref();
  return {
    url: `http://127.0.0.1:${(holder.address() as AddressInfo).port}`,
    free: () =>
      new Promise((resolve) => {
        holder.close(() => {
          resolve();
        });
      }),
  };
};
