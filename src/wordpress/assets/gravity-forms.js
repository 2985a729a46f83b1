/**
 * Gravity Forms 2.9 and later send a form without a `submit` event. They ask the filter
 * `gform/submission/pre_submission` before, and wait for its answer. Older versions have no such filter, and the
 * `submit` event.
 */
(function () {
  'use strict';

  const fields = window.emailVerifyFields;
  let isAdded = false;

  /**
   * Holds a submission until its addresses have their verdicts, and stops it at a blocked one. The form's data take the
   * receipt along.
   */
  const check = async (data) => {
    if (data.abort || data.submissionType === 'previous') {
      return data;
    }
    const inputs = fields.of(data.form);
    const verdicts = await Promise.all(inputs.map(fields.verdictOf));
    const blocked = inputs.find((input, at) => verdicts[at] && verdicts[at].decision === 'block');
    if (blocked) {
      data.abort = true;
      fields.refuse(blocked);
    }
    return data;
  };

  const add = () => {
    const utils = window.gform && window.gform.utils;
    if (isAdded || !utils || !utils.addAsyncFilter) {
      return;
    }
    isAdded = true;
    utils.addAsyncFilter('gform/submission/pre_submission', check);
  };

  document.addEventListener('gform/theme/scripts_loaded', add);
  add();
})();
