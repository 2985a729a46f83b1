import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  adapter: node({ mode: 'standalone' }),
  // Astro refuses forms for a host that it does not know.
  security: { allowedDomains: [{ hostname: 'shop.example' }] },
});
