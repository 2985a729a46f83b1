'use server';

import { redirect } from 'next/navigation';
import { welcome } from '../lib/welcome.js';

export async function signUp(form) {
  redirect(`/welcome?text=${encodeURIComponent(await welcome(form))}`);
}
