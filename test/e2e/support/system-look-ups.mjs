/** Loaded into a process by `--import`: writes each name that `getaddrinfo` looks up, in this or another thread, as a line of the file `LOOK_UPS`. */
import { createHook } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';

createHook({
  init(_id, type, _trigger, resource) {
    // The name is set after the object is made.
    if (type === 'GETADDRINFOREQWRAP')
      process.nextTick(() => appendFileSync(process.env['LOOK_UPS'], `${resource.hostname}\n`));
  },
}).enable();
