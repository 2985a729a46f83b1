import { useForm } from 'react-hook-form';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

const SignUp = ({ render }) => {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm();
  const onSubmit = (data, event) => send(data, event.nativeEvent.submitter?.value);

  return (
    <form onSubmit={handleSubmit(onSubmit)} data-render={render}>
      <Verify>
        <label>
          Email <input type="email" {...register('email', { required: true })} />
        </label>
      </Verify>
      <label>
        Name{' '}
        <input
          {...register('name', { required: true })}
          aria-required="true"
          aria-invalid={errors.name ? 'true' : 'false'}
        />
      </label>
      {errors.name && <p role="alert">Name is required</p>}
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
