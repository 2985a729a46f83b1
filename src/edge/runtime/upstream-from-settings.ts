import { StartupError } from '../../config/startup-error.js';
import type { UpstreamSetting } from '../../config/upstream-settings.js';
import type { AdaptedUpstream, ServiceUpstream } from '../upstream/types.js';

/** The environment variables behind the options of the adapters. */
const SETTINGS: Record<string, string> = {
  'sesUpstream: region': 'AWS_REGION',
  'sesUpstream: endpoint': 'UPSTREAM_URL',
  'sesUpstream: credentials': 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or AWS_SESSION_TOKEN',
  'reacherUpstream: apiKey': 'UPSTREAM_KEY',
};

/**
 * Creates the configured upstream. Adapters are loaded on demand.
 * @throws StartupError that names a wrong setting.
 */
export const upstreamOf = async (setting: UpstreamSetting): Promise<ServiceUpstream | AdaptedUpstream> => {
  if ('service' in setting) return setting.service;
  const { OptionError, reacherUpstream, sesUpstream } = await import('../upstream/adapters/index.js');
  try {
    return 'ses' in setting ? sesUpstream(setting.ses) : reacherUpstream(setting.reacher);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new StartupError(`${SETTINGS[error.option] ?? error.option}: it takes ${error.takes}.`);
  }
};
