/** A sign-up page of a site that uses Vue 3: the same for the server and the browser. */
import { computed, createSSRApp, onMounted, ref } from 'vue';
import { EmailVerify, useEmailVerify } from 'email-verify-element/vue';

export const newSeen = () => ({ verdicts: [], warnings: [], sent: [], clicks: 0 });

const Form = {
  components: { EmailVerify },
  props: ['seen', 'options'],
  setup: ({ seen }) => {
    const field = ref();
    onMounted(() => {
      globalThis.field = field.value;
    });
    return {
      email: ref(''),
      field,
      send: ({ target, submitter }) => seen.sent.push(Object.fromEntries(new FormData(target, submitter))),
    };
  },
  template: `
    <form @submit.prevent="send">
      <EmailVerify class="field" lang="de" data-testid="field" :hidden="undefined" :html-for="undefined" :block="undefined"
        :warn="null" :message-target="undefined" :override="false" validate-on="blur" when-unavailable="block" debounce="100"
        @verdict="({ verdict }) => seen.verdicts.push(verdict.status)" @click="seen.clicks++" ref="field" v-bind="options">
        <label>Email <input type="email" name="email" v-model="email"></label>
      </EmailVerify>
      <output>{{ email }}</output>
      <button name="plan" value="free">Free</button>
      <button name="plan" value="paid">Paid</button>
    </form>`,
};

const ownForm = (field) => ({
  components: { EmailVerify },
  setup: () => {
    const email = ref('');
    const field = ref();
    const { status, verdict, decision, suggestion, check, receipt } = useEmailVerify(field);
    globalThis.own = { check, receipt };
    const state = computed(() => ({
      status: status.value,
      email: verdict.value?.email ?? null,
      decision: decision.value,
      suggestion: suggestion.value,
    }));
    return { email, field, state, status };
  },
  template: `
    <form @reset="email = ''">
      ${field}
      <output id="own">{{ JSON.stringify(state) }}</output><output id="model">{{ email }}</output>
      <button type="reset">Reset</button>
      <button type="button" id="clear" @click="email = ''">Clear</button>
    </form>`,
});

/** Forms with an interface of their own: the component has the `v-model`, or the input. */
export const OwnForm = ownForm(
  '<EmailVerify ref="field" v-model="email"><input type="email" name="email" :class="status"></EmailVerify>',
);
export const OwnInputForm = ownForm(
  '<EmailVerify ref="field"><label><input v-model="email" type="email" name="email" :class="status"></label></EmailVerify>',
);

export const createPage = (props) => {
  const app = createSSRApp(Form, props);
  app.config.warnHandler = (message) => props.seen.warnings.push(message);
  return app;
};
