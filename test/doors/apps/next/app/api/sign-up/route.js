import { welcome } from '../../../lib/welcome.js';

export async function POST(request) {
  return new Response(await welcome(await request.formData()));
}
