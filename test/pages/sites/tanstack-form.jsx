import { useForm } from '@tanstack/react-form';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

const SignUp = ({ render }) => {
  const form = useForm({
    defaultValues: { email: '', name: '' },
    onSubmitMeta: { plan: null },
    onSubmit: ({ value, meta }) => send(value, meta.plan),
  });

  return (
    <form
      data-render={render}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        form.handleSubmit({ plan: event.nativeEvent.submitter?.value });
      }}
    >
      <form.Field name="email">
        {(field) => (
          <Verify>
            <label>
              Email{' '}
              <input
                type="email"
                name={field.name}
                value={field.state.value}
                onBlur={field.handleBlur}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            </label>
          </Verify>
        )}
      </form.Field>
      <form.Field name="name" validators={{ onSubmit: ({ value }) => (value ? undefined : 'A name is required') }}>
        {(field) => (
          <>
            <label>
              Name{' '}
              <input
                aria-required="true"
                name={field.name}
                value={field.state.value}
                onBlur={field.handleBlur}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            </label>
            {!field.state.meta.isValid && <em role="alert">{field.state.meta.errors.join(', ')}</em>}
          </>
        )}
      </form.Field>
      <button name="plan" value="free">
        Free
      </button>
      <button name="plan" value="paid">
        Paid
      </button>
    </form>
  );
};

mount(SignUp);
