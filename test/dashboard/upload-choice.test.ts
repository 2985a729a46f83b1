import assert from 'node:assert/strict';
import { test } from 'vitest';
import { choose, fieldsOf, NO_CHOICE } from '../../src/dashboard/upload-choice.js';

test('nothing that was not chosen is sent', () => {
  assert.deepEqual(fieldsOf(NO_CHOICE), []);
});

test('each choice is a field in the words of the API', () => {
  const choice = {
    hasHeader: false,
    columns: [2, 'Home'],
    encoding: 'windows-1250',
    delimiter: '\t',
    sheet: 'Two',
    flags: new Set(['import_results', 'remove_duplicates'] as const),
  };
  assert.deepEqual(Object.fromEntries(fieldsOf(choice)), {
    email_column: '2,Home',
    first_row_is_header: 'false',
    encoding: 'windows-1250',
    delimiter: 'tab',
    sheet: 'Two',
    remove_duplicates: 'true',
    import_results: 'true',
  });
});

test('with other cells, the columns and the header are found anew', () => {
  const chosen = choose(choose(NO_CHOICE, { columns: [3], hasHeader: true }), { encoding: 'utf-8' });
  assert.deepEqual([chosen.columns, chosen.hasHeader], [[3], true]);
  const anew = choose(chosen, { delimiter: ';' });
  assert.deepEqual([anew.columns, anew.hasHeader, anew.delimiter, anew.encoding], [null, null, ';', 'utf-8']);
});
