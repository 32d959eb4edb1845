import type { Handlers } from '../gateway/index.ts';
import { launchLinkGenerate } from '../hosted/links/index.ts';
import { quickscanDetail, quickscanHits, quickscanSubmit } from '../quickscan/index.ts';
import { preparePlatformConfig } from '../reference/index.ts';
import { storageUploadToken } from '../uploads/index.ts';
import { applyQuery, applySubmit, executionStatus } from '../workflows/index.ts';
import type { Services } from './services.ts';

/** Table of contents: every gateway operation with what answers it. */
export function createHandlers(services: Services): Handlers {
  return {
    'sdk.launch.link.generate': launchLinkGenerate(services),
    'workflow.apply.submit': applySubmit(services),
    'workflow.execution.status': executionStatus(services),
    'workflow.apply.query': applyQuery(services),
    'quickscan.submit': quickscanSubmit(services),
    'quickscan.detail': quickscanDetail(services),
    'quickscan.hits': quickscanHits(services),
    'storage.upload.token': storageUploadToken(services),
    'prepare.platform.config': preparePlatformConfig(services),
  };
}
