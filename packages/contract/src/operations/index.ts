import { preparePlatformConfig } from './prepare.platform.config.ts';
import { quickscanDetail } from './quickscan.detail.ts';
import { quickscanHits } from './quickscan.hits.ts';
import { quickscanSubmit } from './quickscan.submit.ts';
import { sdkLaunchLinkGenerate } from './sdk.launch.link.generate.ts';
import { storageUploadToken } from './storage.upload.token.ts';
import { workflowApplyQuery } from './workflow.apply.query.ts';
import { workflowApplySubmit } from './workflow.apply.submit.ts';
import { workflowExecutionStatus } from './workflow.execution.status.ts';

/** Every gateway operation by its wire name. */
export const operations = {
  'sdk.launch.link.generate': sdkLaunchLinkGenerate,
  'workflow.apply.submit': workflowApplySubmit,
  'workflow.execution.status': workflowExecutionStatus,
  'workflow.apply.query': workflowApplyQuery,
  'quickscan.submit': quickscanSubmit,
  'quickscan.detail': quickscanDetail,
  'quickscan.hits': quickscanHits,
  'storage.upload.token': storageUploadToken,
  'prepare.platform.config': preparePlatformConfig,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
