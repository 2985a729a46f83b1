/** The code of 'API Settings', ready to copy. All values are read by site.ts, or come from the service. */

/** The names of the snippets, in the order of their tabs. */
export const SNIPPETS = ['edge', 'script', 'react', 'vue', 'wordpress', 'curl'] as const;
export type SnippetName = (typeof SNIPPETS)[number];

/** The snippets that have the API key. All others are for pages, which never have one. */
export const WITH_KEY: readonly SnippetName[] = ['edge', 'curl'];

/** The values that are filled in. */
export interface SnippetValues {
  /** The service's URL, without a trailing slash. */
  service: string;
  /** The URL of the edge that pages call, without a trailing slash. */
  edge: string;
  /** The origin of the person's site. */
  origin: string;
  /** A live key, or a placeholder. */
  key: string;
  /** The secret of the person's own edge. */
  secret: string;
}

/** The port of an edge whose URL names none. */
const PORT = 8081;

/** Runs the person's own edge. A URL with TLS is that of a proxy before it. */
const edgeCommand = ({ service, edge, origin, key, secret }: SnippetValues): string => {
  const { protocol, port, pathname } = new URL(edge);
  const isBehindProxy = protocol === 'https:';
  const settings = [
    `UPSTREAM_URL=${service}`,
    `UPSTREAM_KEY=${key}`,
    `ALLOWED_ORIGINS=${origin}`,
    `SECRET=${secret}`,
    `PUBLIC_URL=${edge}`,
    `PORT=${isBehindProxy ? PORT : port || 80}`,
    ...(isBehindProxy ? ['TRUSTED_PROXIES=1'] : []),
    ...(pathname === '/' ? [] : [`BASE_PATH=${pathname}`]),
  ];
  return `${settings.join(' \\\n')} \\\nnpx email-verify-server edge`;
};

const scriptTag = ({ service, edge }: SnippetValues): string =>
  `<script
  type="module"
  src="${service}/email-verify.js"
  data-endpoint="${edge}/"
></script>`;

const react = ({ edge }: SnippetValues): string => `import { EmailVerify } from 'email-verify-element/react';

export function EmailField() {
  return (
    <EmailVerify endpoint="${edge}/">
      <label>
        Email <input type="email" name="email" autoComplete="email" required />
      </label>
    </EmailVerify>
  );
}`;

const vue = ({ edge }: SnippetValues): string => `<script setup>
import { EmailVerify } from 'email-verify-element/vue';
</script>

<template>
  <EmailVerify endpoint="${edge}/">
    <label>Email <input type="email" name="email" autocomplete="email" required /></label>
  </EmailVerify>
</template>`;

const wordpress = ({ service, edge }: SnippetValues): string => `add_action('wp_enqueue_scripts', function () {
    wp_enqueue_script_module('email-verify', '${service}/email-verify.js', [], null);
});
add_filter('wp_script_attributes', function ($attributes) {
    if (str_starts_with($attributes['id'] ?? '', 'email-verify')) {
        $attributes['data-endpoint'] = '${edge}/';
    }
    return $attributes;
});`;

const curl = ({ service, key }: SnippetValues): string => `curl --get '${service}/api/validate' \\
  --header 'X-API-Key: ${key}' \\
  --data-urlencode 'email=anna@gmail.com'`;

const WRITERS: Record<SnippetName, (values: SnippetValues) => string> = {
  edge: edgeCommand,
  script: scriptTag,
  react,
  vue,
  wordpress,
  curl,
};

/** Writes a snippet. */
export const writeSnippet = (name: SnippetName, values: SnippetValues): string => WRITERS[name](values);

/** Makes a secret for an edge: 32 random bytes, in base64url, which no shell takes apart. */
export const createSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
