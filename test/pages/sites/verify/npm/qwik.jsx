import { component$, Slot, useVisibleTask$ } from '@builder.io/qwik';

export const Verify = component$(({ site }) => {
  useVisibleTask$(() => void import('email-verify-element/define'), { strategy: 'document-ready' });
  return (
    <email-verify endpoint={site.endpoint} hold={site.hold}>
      <Slot />
    </email-verify>
  );
});
