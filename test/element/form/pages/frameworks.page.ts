/** Sign-up forms of sites that use a framework; bundled for the browser. Each tells which plan it was sent with. */
import $ from 'jquery';
import { createElement as h, useState, type ReactElement, type ReactNode, type SyntheticEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h as node, withModifiers } from 'vue';
import { EmailVerify } from '../../../../src/react/index.js';
import { EmailVerify as VueEmailVerify } from '../../../../src/vue/index.js';

type Tell = (plan: FormDataEntryValue | null) => void;
export type Mount = (container: Element, hold: number, tell: Tell) => () => void;

const planOf = (event: Event): FormDataEntryValue | null =>
  new FormData(event.target as HTMLFormElement, (event as SubmitEvent).submitter).get('plan');

const reactPage =
  (formProps: (tell: Tell) => object, paidProps: (tell: Tell) => object = () => ({})): Mount =>
  (container, hold, tell) => {
    const Field = (): ReactNode => {
      const [email, setEmail] = useState('');
      const onChange = ({ target }: { target: HTMLInputElement }): void => {
        setEmail(target.value);
      };
      return h('label', null, 'Email ', h('input', { type: 'email', name: 'email', value: email, onChange }));
    };
    const Page = (): ReactElement =>
      h(
        'form',
        formProps(tell),
        h(EmailVerify, { hold }, h(Field)),
        h('button', { name: 'plan', value: 'free' }, 'Free'),
        h('button', { name: 'plan', value: 'paid', ...paidProps(tell) }, 'Paid'),
      );
    const root = createRoot(container);
    root.render(h(Page));
    return () => {
      root.unmount();
    };
  };

export const reactOnSubmit = reactPage((tell) => ({
  onSubmit: (event: SyntheticEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    tell(planOf(event.nativeEvent));
  },
}));

const action = (tell: Tell) => (data: FormData) => {
  tell(data.get('plan'));
};

export const reactAction = reactPage((tell) => ({ action: action(tell) }));

export const reactFormAction = reactPage(
  (tell) => ({ action: action(tell) }),
  (tell) => ({
    name: undefined,
    value: 'paid',
    formAction: () => {
      tell('paid');
    },
  }),
);

export const vue: Mount = (container, hold, tell) => {
  const app = createApp({
    render: () =>
      node(
        'form',
        {
          onSubmit: (event: SubmitEvent) => {
            if (event.defaultPrevented) return;
            withModifiers(
              (prevented: Event) => {
                tell(planOf(prevented));
              },
              ['prevent'],
            )(event);
          },
        },
        [
          node(VueEmailVerify, { hold }, () =>
            node('label', ['Email ', node('input', { type: 'email', name: 'email' })]),
          ),
          node('button', { name: 'plan', value: 'free' }, 'Free'),
          node('button', { name: 'plan', value: 'paid' }, 'Paid'),
        ],
      ),
  });
  app.mount(container);
  return () => {
    app.unmount();
  };
};

const onSubmit =
  (tell: Tell) =>
  (event: JQuery.TriggeredEvent): void => {
    const { originalEvent } = event;
    if (!originalEvent || event.isDefaultPrevented()) return;
    event.preventDefault();
    tell(planOf(originalEvent));
  };

const jqueryPage =
  (listen: (form: JQuery, tell: Tell) => void): Mount =>
  (container, hold, tell) => {
    const form =
      $(`<form><email-verify hold="${hold}"><label>Email <input type="email" name="email"></label></email-verify>
      <button name="plan" value="free">Free</button><button name="plan" value="paid">Paid</button></form>`);
    listen(form, tell);
    $(container).append(form);
    return () => {
      form.remove();
      $(document).off('submit');
    };
  };

export const jqueryDirect = jqueryPage((form, tell) => {
  form.on('submit', onSubmit(tell));
});

export const jqueryDelegated = jqueryPage((_form, tell) => {
  $(document).on('submit', 'form', onSubmit(tell));
});

/** As validation plugins do: they stop it at any rate, and send the data by themselves when they find nothing wrong. */
export const jqueryValidating = jqueryPage((form, tell) => {
  form.attr('novalidate', 'novalidate').on('submit', function (event) {
    if (event.isDefaultPrevented()) return;
    event.preventDefault();
    const field = this.querySelector<HTMLInputElement>('[name=email]');
    if (field?.value.includes('@') && event.originalEvent) tell(planOf(event.originalEvent));
  });
});
