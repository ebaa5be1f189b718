// The mutations of `npm run test:safeguards`, one file for each area. Each replaces `find`, which must occur exactly once
// in `file`; one of the named tests must then fail.
import { exportFaults } from './export.mjs';
import { gatewayFaults } from './gateway.mjs';
import { imagesFaults } from './images.mjs';
import { importsAndStructureFaults } from './imports-and-structure.mjs';
import { manuscriptsFaults } from './manuscripts.mjs';
import { operationsFaults } from './operations.mjs';
import { serviceKitAccessFaults } from './service-kit-access.mjs';
import { serviceKitDataFaults } from './service-kit-data.mjs';
import { servicesFaults } from './services.mjs';
import { storyBibleFaults } from './story-bible.mjs';

export const faults = [
  ...gatewayFaults,
  ...serviceKitAccessFaults,
  ...serviceKitDataFaults,
  ...manuscriptsFaults,
  ...servicesFaults,
  ...storyBibleFaults,
  ...exportFaults,
  ...importsAndStructureFaults,
  ...operationsFaults,
  ...imagesFaults,
];
