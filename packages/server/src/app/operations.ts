import type { Handlers } from '../gateway/index.ts';
import { launchLinkGenerate } from '../hosted/links/index.ts';
import { quickscanDetail, quickscanHits, quickscanSubmit } from '../quickscan/index.ts';
import { preparePlatformConfig } from '../reference/index.ts';
import { storageUploadToken } from '../uploads/index.ts';
import { applyQuery, applySubmit, executionStatus } from '../workflows/index.ts';
import type { AppContext } from './app-context.ts';

/** Table of contents: every gateway operation with what answers it. */
export function createHandlers(context: AppContext): Handlers {
  return {
    'sdk.launch.link.generate': launchLinkGenerate(context),
    'workflow.apply.submit': applySubmit(context),
    'workflow.execution.status': executionStatus(context),
    'workflow.apply.query': applyQuery(context),
    'quickscan.submit': quickscanSubmit(context),
    'quickscan.detail': quickscanDetail(context),
    'quickscan.hits': quickscanHits(context),
    'storage.upload.token': storageUploadToken(context),
    'prepare.platform.config': preparePlatformConfig(context),
  };
}
