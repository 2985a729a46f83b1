/** Runs `wordless.page.ts` with all of its modules below `/wordless/`, where packs are lost or late (`faults.mjs`). */
await import(new URL('/wordless/test/element/languages/wordless.page.ts', location.origin).href);
