import { createPublicKey } from 'node:crypto';

/** The key that checks signed lists of domains. Its private half signs them: `npm run lists -- --sign FILE`. */
export const LISTS_KEY = createPublicKey({
  key: Buffer.from('MCowBQYDK2VwAyEAxQRkTOjOzbyQH6REYXzkaYiGe0jRI5CaCxGE0ExDbCQ=', 'base64'),
  format: 'der',
  type: 'spki',
});
