import { Button, Form, Input } from 'antd';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

const SignUp = ({ render }) => {
  const [form] = Form.useForm();

  return (
    <Form
      form={form}
      layout="vertical"
      data-render={render}
      onFinish={(values) => send({ email: values.email }, form.getFieldValue('plan'))}
    >
      <Verify>
        <Form.Item name="email" label="Email" rules={[{ required: true, type: 'email' }]}>
          <Input type="email" autoComplete="email" />
        </Form.Item>
      </Verify>
      <Form.Item name="name" label="Name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="plan" hidden>
        <Input type="hidden" />
      </Form.Item>
      {['free', 'paid'].map((plan) => (
        <Button key={plan} htmlType="submit" value={plan} onClick={() => form.setFieldValue('plan', plan)}>
          {plan}
        </Button>
      ))}
    </Form>
  );
};

mount(SignUp);
