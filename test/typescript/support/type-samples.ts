/**
 * Programs of users' projects that use the package's types rightly and wrongly: a compiler must accept the first and
 * refuse the second.
 */

/**
 * Right attributes of the element in JSX, and wrong ones. JSX lets every unknown attribute with a hyphen pass: of
 * those, only the known ones can be refused.
 * @param names the ways to write an event's attribute.
 */
const jsx = (...names: ((event: string) => string)[]): string => `
const optional: ((event: Event) => void) | undefined = undefined as ((event: Event) => void) | undefined;
<email-verify endpoint="https://verify.example/verify" typos="suggest" validate-on="blur" debounce={300} timeout="4000" for="email" id="a"
  data-test="a" messages={{ valid: 'Fine.' }} ref={(element) => { void element?.check(); }}><input /></email-verify>;
// @ts-expect-error no such word
<email-verify typos="mend" />;
// @ts-expect-error no such time
<email-verify validate-on="never" />;
// @ts-expect-error no number
<email-verify debounce="soon" />;
// @ts-expect-error no such attribute
<email-verify endpiont="/verify/" />;
// @ts-expect-error no such attribute
<email-verify onVerdict={() => 1} />;
${names.map(handlers).join('')}`;

/** The handlers of all events by one name of their attributes, and wrong ones. */
const handlers = (name: (event: string) => string): string => `
<email-verify endpoint="//host" ${name('email-verify-fix')}={optional}
  ${name('email-verify-check')}={(event) => { console.log(event.email); event.respondWith(new Promise(() => {})); }}
  ${name('email-verify-verdict')}={({ verdict }) => { console.log(verdict.status); }}
  ${name('email-verify-suggestion')}={(event) => { console.log(event.suggestion); }}
  ${name('email-verify-hold')}={(event) => { event.preventDefault(); }}
  ${name('email-verify-challenge')}={(event) => { event.respondWith('solved'); }}
  ${name('email-verify-error')}={(event) => { console.log(event.type); }} />;
// @ts-expect-error an event of another class
<email-verify ${name('email-verify-fix')}={(event) => { console.log(event.verdict); }} />;
// @ts-expect-error a handler of another event
<email-verify ${name('email-verify-fix')}={(event: import('email-verify-element').EmailVerifyVerdictEvent) => { console.log(event); }} />;
// @ts-expect-error no handler
<email-verify ${name('email-verify-fix')}="fix()" />;`;

/** React and Preact: a handler, and one of the capture phase. */
const inReact = jsx(
  (event) => `on${event}`,
  (event) => `on${event}Capture`,
);

const inSolid = `${jsx(
  (event) => `on:${event}`,
  (event) => `oncapture:${event}`,
  (event) => `on${event}`,
)}
<email-verify on:email-verify-fix={{ handleEvent: (event) => { console.log(event.from); }, once: true }} />;
// @ts-expect-error an event of another class
<email-verify on:email-verify-fix={{ handleEvent: (event) => { console.log(event.verdict); } }} />;`;

const REACT_COMPONENT = `
import { EmailVerify, useEmailVerify, type EmailVerifyProps, type EmailVerifyState } from 'email-verify-element/react';
import { createRef } from 'react';
import type { EmailVerifyElement } from 'email-verify-element';
const ref = createRef<EmailVerifyElement>();
const shared: EmailVerifyProps = { endpoint: '/verify/' };
<EmailVerify {...shared} ref={ref} placement="bubble" messageTarget="words" whenUnavailable="block" typos={undefined}
  debounce={300} htmlFor="email" className="a" hidden={false} data-testid="a" aria-label="Email"
  style={{ '--email-verify-accent': 'teal', margin: 0 }} messages={{ valid: 'Fine.' }}
  onClick={(event) => { void event.currentTarget.check(); }} onVerdict={(event) => { console.log(event.verdict.status); }}
  onFix={undefined}><input /></EmailVerify>;
// @ts-expect-error no such word
<EmailVerify typos="mend" />;
// @ts-expect-error no such place
<EmailVerify placement="above" />;
// @ts-expect-error no such prop
<EmailVerify onUnavailable="block" />;
// @ts-expect-error an event of another class
<EmailVerify onFix={(event) => { console.log(event.verdict); }} />;
export const Own = () => {
  const verify = useEmailVerify();
  const status: EmailVerifyState['status'] = verify.status;
  // @ts-expect-error no such status
  if (status === 'good') return null;
  return <EmailVerify ref={verify.ref} onClick={() => verify.receipt({ timeout: 100 })}>{verify.verdict?.email}</EmailVerify>;
};`;

const VUE_MARKUP = `
import type { GlobalComponents } from 'vue';
import type {} from 'email-verify-element/markup/vue';
type Props = InstanceType<GlobalComponents['email-verify']>['$props'];
export const right: Props = { endpoint: '/verify/', 'validate-on': 'blur', debounce: 300, class: 'a',
  'onEmail-verify-verdict': (event) => { console.log(event.verdict.status); },
  onEmailVerifyVerdict: (event) => { console.log(event.verdict.status); }, 'data-test': 'a' };
// @ts-expect-error no such word
export const wrong: Props = { typos: 'mend' };
// @ts-expect-error no such attribute
export const unknown: Props = { endpiont: '/verify/' };
// @ts-expect-error an event of another class
export const other: Props = { onEmailVerifyFix: (event) => { console.log(event.verdict); } };
// @ts-expect-error an event of another class
export const hyphens: Props = { 'onEmail-verify-fix': (event) => { console.log(event.verdict); } };
// @ts-expect-error no such event
export const none: Props = { onEmailVerifyFixed: () => 1 };`;

/** A program that checks the types of the platform's own functions: their results and their arguments. */
const DOM = `
import 'email-verify-element';
const element = document.querySelector('email-verify');
void element?.receipt({ timeout: 100 });
void document.createElement('email-verify').check();
element?.addEventListener('email-verify-verdict', (event) => { console.log(event.verdict.status); });
document.addEventListener('email-verify-fix', ({ from, to }) => { console.log(from, to); });
window.addEventListener('email-verify-challenge', (event) => { event.respondWith('solved'); });
// @ts-expect-error an event of another class
document.forms[0]?.addEventListener('email-verify-fix', (event) => { console.log(event.verdict); });`;

/** The programs for the libraries that come with the repository, by their files. */
export const SAMPLES: Record<string, string> = {
  'dom.ts': DOM,
  'react.tsx': `import type {} from 'email-verify-element/markup/react';${inReact}`,
  'react-component.tsx': REACT_COMPONENT,
  'preact.tsx': `/** @jsxImportSource preact */\nimport type {} from 'email-verify-element/markup/preact';${inReact}`,
  'vue.ts': VUE_MARKUP,
};

/** The programs for libraries of test/typescript. */
export const MORE_SAMPLES: Record<string, string> = {
  'solid.tsx': `/** @jsxImportSource solid-js */\nimport type {} from 'email-verify-element/markup/solid';${inSolid}`,
};

/** A template with Vue's component, for a checker of templates. */
export const VUE_TEMPLATE = `<script setup lang="ts">
import { ref, useTemplateRef } from 'vue';
import { EmailVerify, useEmailVerify } from 'email-verify-element/vue';
const email = ref('');
const field = useTemplateRef('field');
const { status } = useEmailVerify(field);
const receipt = (): Promise<string | null> | undefined => field.value?.element?.receipt({ timeout: 100 });
</script>

<template>
  <EmailVerify ref="field" endpoint="/verify/" placement="bubble" message-target="words" when-unavailable="block" typos="fix"
    :debounce="300" timeout="4000" :block="undefined" override html-for="email" class="a" :messages="{ valid: 'Fine.' }"
    v-model="email" @verdict="(event) => event.verdict.status.toUpperCase()" @fix="({ from, to }) => from + to"
    @challenge="(event) => event.respondWith('solved')">
    <input type="email" @change="receipt">{{ status === 'checking' }}
  </EmailVerify>
  <!-- @vue-expect-error no such status -->
  <p v-if="status === 'good'"></p>
  <!-- @vue-expect-error no such word -->
  <EmailVerify typos="mend" />
  <!-- @vue-expect-error no such place -->
  <EmailVerify placement="above" />
  <!-- @vue-expect-error no number -->
  <EmailVerify debounce="soon" />
  <!-- @vue-expect-error no such prop -->
  <EmailVerify endpiont="/verify/" />
  <!-- @vue-expect-error an event of another class -->
  <EmailVerify @fix="(event) => event.verdict" />
  <!-- @vue-expect-error no such event -->
  <EmailVerify @fixed="() => 1" />
</template>
`;

/** A template of Svelte 5 with the element, for a checker of templates. */
export const SVELTE_TEMPLATE = `<script lang="ts">
  import 'email-verify-element/define';
  import type {} from 'email-verify-element/markup/svelte';
  import type { EmailVerifyElement } from 'email-verify-element';
  let field: EmailVerifyElement | undefined = $state();
</script>

<email-verify bind:this={field} endpoint="/verify/" typos="suggest" validate-on="blur" debounce={300} timeout="4000" class="a"
  messages={{ valid: 'Fine.' }} data-test="a" onemail-verify-verdict={(event) => field && console.log(event.verdict.status)}>
  <input type="email" />
</email-verify>
<email-verify endpoint="https://verify.example/verify" onemail-verify-verdictcapture={({ verdict }) => console.log(verdict.status)}
  onemail-verify-fix={field ? (event) => console.log(event.from) : undefined} onemail-verify-error={() => 1}></email-verify>
<email-verify endpoint="//host"></email-verify>
<!-- svelte-ignore a11y_no_static_element_interactions -->
`;

/** The same in the syntax of Svelte 4, which no component can mix with that of 5. */
export const SVELTE_4_TEMPLATE = `<script lang="ts">
  import type {} from 'email-verify-element/markup/svelte';
</script>

<email-verify endpoint="//host" on:email-verify-verdict={(event) => console.log(event.verdict.status)}
  on:email-verify-fix|once={(event) => console.log(event.from)}></email-verify>
`;

/** Lines that a checker of templates must refuse, each for itself. */
export const WRONG_SVELTE = [
  `<email-verify typos="mend"></email-verify>`,
  `<email-verify debounce="soon"></email-verify>`,
  `<email-verify endpiont="/verify/"></email-verify>`,
  `<email-verify onemail-verify-fix={(event) => console.log(event.verdict)}></email-verify>`,
  `<email-verify onemail-verify-fixcapture={(event) => console.log(event.verdict)}></email-verify>`,
  `<email-verify on:email-verify-fix={(event) => console.log(event.verdict)}></email-verify>`,
  `<email-verify on:email-verify-fix|once={(event) => console.log(event.verdict)}></email-verify>`,
  `<email-verify onemail-verify-fixed={() => 1}></email-verify>`,
];
