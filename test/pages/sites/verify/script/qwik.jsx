import { component$, Slot } from '@builder.io/qwik';

export const Verify = component$(() => <Slot />);
