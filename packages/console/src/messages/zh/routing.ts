import type { Translation } from '../catalogue.ts';
import type { routing as english } from '../en/routing.ts';

export const routing: Translation<typeof english> = {
  started: '提交会启动此工作流',
  replaced: '提交改为启动 {workflow}',
  startsOn: '由{event}启动',
  notStarted: '已发布，但提交会启动另一个工作流',
  startsInstead:
    '业务域 {domain} 中类型为“{event}”、来源为 {source} 的提交会启动 {workflow}：有多个工作流时，启动最后发布的那一个。只有以 ID 指定此工作流的提交才会启动它。',
  wayBack: '重新发布此工作流，提交便会启动它。',
  publishAgain: '重新发布',
  replaces: '替换 {workflow}',
  replacesWords:
    '业务域 {domain} 中类型为“{event}”、来源为 {source} 的提交目前启动 {workflow}。此工作流发布后，这些提交将改为启动此工作流。',
  leaves: '不再由{event}启动',
  leavesNone:
    '此后，业务域 {domain} 中类型为“{event}”、来源为 {source} 的提交不会启动任何工作流，并会被拒绝。',
  leavesTo: '此后，业务域 {domain} 中类型为“{event}”、来源为 {source} 的提交会启动 {workflow}。',
};
