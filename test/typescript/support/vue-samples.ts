/** Templates with the plain tag in Vue: a checker must accept the first, and refuse each line of the others. */

/** A component of a template; the tag's types, and an address without `//` in the template. */
export const page = (template: string, script = ''): string => `<script setup lang="ts">
import type { EmailVerifyFixEvent, EmailVerifyVerdictEvent, Verdict } from 'email-verify-element';
import type {} from 'email-verify-element/markup/vue';
const endpoint = 'https://verify.example/verify';
const say = (text: string) => text;
const onVerdict = (event: EmailVerifyVerdictEvent) => say(event.verdict.status);
const onFix = (event: EmailVerifyFixEvent) => say(event.from);
${script}
</script>

<template>
  ${template}
</template>
`;

/** All events, and all ways to write a handler. */
export const PLAIN_TAGS = page(
  `<email-verify ref="field" :endpoint="endpoint" typos="fix" validate-on="blur" :debounce="300" timeout="4000" for="email" override
    :block.attr="undefined" class="a" data-test="a" aria-label="Email" :messages="{ valid: 'Fine.' }" :input="null"
    @email-verify-check="(event) => event.respondWith(answer(event.email))"
    @email-verify-verdict="(event) => say(event.verdict.status)"
    @email-verify-suggestion="(event) => say(event.suggestion)"
    @email-verify-fix="(event) => say(event.from + event.to)"
    @email-verify-hold="({ type }) => say(type)"
    @email-verify-challenge="(event) => event.respondWith('solved')"
    @email-verify-error="(event) => say(event.type)"
    @click="(event) => say(event.type)"
  ><input @change="check"></email-verify>
  <email-verify v-on:email-verify-verdict="(event) => say(event.verdict.status)" />
  <email-verify @email-verify-verdict.once="(event) => say(event.verdict.status)" />
  <email-verify @email-verify-verdict.capture="({ verdict }) => say(verdict.status)" />
  <email-verify @email-verify-verdict.once.capture="say($event.verdict.status)" @email-verify-verdict.passive="onVerdict" />
  <email-verify @email-verify-verdict.stop.prevent="say($event.verdict.status); say('a')" @email-verify-hold.stop />
  <email-verify @email-verify-verdict="onVerdict" @email-verify-fix="onFix" />
  <email-verify @emailVerifyVerdict="(event) => say(event.verdict.status)" @emailVerifyFix.once="say($event.from)" />
  <email-verify @email-verify-verdict="async (event) => { await 1; say(event.verdict.status); }" />
  <email-verify v-on="{ 'email-verify-verdict': onVerdict }" v-bind="{ endpoint, debounce: 300, onEmailVerifyFix: onFix }" />`,
  `import { useTemplateRef } from 'vue';
const field = useTemplateRef('field');
const check = () => field.value?.check();
const answer = async (email: string): Promise<Verdict> =>
  ({ email, status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null });`,
);

/** Tags that a checker must refuse, each for itself. */
export const WRONG_TAGS = [
  `@email-verify-fix="(event) => event.verdict"`,
  `@email-verify-fix.once="(event) => event.verdict"`,
  `@email-verify-fix.capture="(event) => event.verdict"`,
  `v-on:email-verify-fix="({ verdict }) => verdict"`,
  `@emailVerifyFix="(event) => event.verdict"`,
  `@email-verify-fix="onVerdict"`,
  `@email-verify-fix="onVerdict($event)"`,
  `v-bind="{ onEmailVerifyFix: onVerdict }"`,
  `@email-verify-fixed="() => 1"`,
  `@fix="() => 1"`,
  `typos="mend"`,
  `:typos="'mend'"`,
  `debounce="soon"`,
  `endpiont="/verify/"`,
  `:endpiont="'/verify/'"`,
].map((attribute) => `<email-verify ${attribute} />`);

/**
 * Inline handlers beside attributes that contain \`//\`: of the plain tag, of our component, and of one that is not
 * ours.
 */
export const ADDRESSES = [
  '<email-verify endpoint="https://verify.example/verify" @email-verify-verdict="(event) => say(event.verdict.status)" />',
  '<email-verify endpoint="//host" @email-verify-verdict="(event) => say(event.verdict.status)"><input></email-verify>',
  `<email-verify :endpoint="'https://verify.example/verify'" @email-verify-verdict="(event) => say(event.verdict.status)" />`,
  '<Field endpoint="https://verify.example/verify" @verdict="(event) => say(event.verdict.status)" />',
  '<Other title="https://verify.example" @picked="(text) => say(text)" />',
].map((template) =>
  page(
    template,
    `import { defineComponent } from 'vue';
import { EmailVerify as Field } from 'email-verify-element/vue';
const Other = defineComponent({ props: { title: String }, emits: { picked: (text: string) => Boolean(text) } });
void [Field, Other];`,
  ),
);
