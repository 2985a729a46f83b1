import { ErrorMessage, Field, Form, Formik } from 'formik';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

const validate = ({ email, name }) => ({
  ...(email ? {} : { email: 'Required' }),
  ...(name ? {} : { name: 'Required' }),
});

const SignUp = ({ render }) => (
  <Formik
    initialValues={{ email: '', name: '', plan: '' }}
    validate={validate}
    onSubmit={({ plan, ...values }) => send(values, plan)}
  >
    {({ setFieldValue }) => (
      <Form data-render={render}>
        <Verify>
          <label>
            Email <Field type="email" name="email" />
          </label>
        </Verify>
        <label>
          Name <Field name="name" aria-required="true" />
        </label>
        <ErrorMessage name="name" component="p" className="error" />
        {['free', 'paid'].map((plan) => (
          <button key={plan} type="submit" value={plan} onClick={() => setFieldValue('plan', plan)}>
            {plan}
          </button>
        ))}
      </Form>
    )}
  </Formik>
);

mount(SignUp);
