/// <reference types="mocha" />
import { executeServerCommand } from '@web/test-runner-commands';
import { engine } from './engine.js';

/** Commands that only Chromium's driver supports. All emulation ends with the test. */

const cdp = (method: string, params: object = {}): Promise<unknown> => executeServerCommand('cdp', { method, params });

/** Emulates the preferences of a person's system, by the names of the media features. */
export const emulateMedia = async (features: Record<string, string>): Promise<void> => {
  await cdp('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
};

/** A window of this size, in CSS pixels. */
export const emulateWindow = async (width: number, height: number, more: object = {}): Promise<void> => {
  await cdp('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false, ...more });
};

/** Taps with a finger. */
export const tap = async (target: Element): Promise<void> => {
  const { left, top, width, height } = target.getBoundingClientRect();
  await cdp('Emulation.setTouchEmulationEnabled', { enabled: true });
  await cdp('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: left + width / 2, y: top + height / 2 }],
  });
  await cdp('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

export interface AccessibleNode {
  role: string;
  name: string;
  description: string;
  properties: Record<string, unknown>;
}

interface RawNode {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

/** The nodes of the accessibility tree, in its order, as assistive technology meets them. */
export const accessibilityTree = async (): Promise<AccessibleNode[]> => {
  const { nodes } = (await cdp('Accessibility.getFullAXTree')) as { nodes: RawNode[] };
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: role?.value ?? '',
      name: name?.value ?? '',
      description: description?.value ?? '',
      properties: Object.fromEntries(properties.map((one) => [one.name, one.value.value])),
    }));
};

if (engine === 'chromium') {
  afterEach(async () => {
    await emulateMedia({});
    await cdp('Emulation.clearDeviceMetricsOverride');
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: false });
  });
}
