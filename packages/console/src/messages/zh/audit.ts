import type { Translation } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: Translation<typeof english> = {
  title: '审计',
  filter: '筛选',
  exportJsonLines: '导出 JSON Lines',
  records: '记录',
  object: '对象',
  details: '详情',
  noRecords: '没有匹配的记录。',
  asRecorded: '原始记录',
  changedValue: '{after}（已更改）',
  none: '无',
  yes: '是',
  no: '否',
  entries_other: '{count} 项',
  sealWords: '记录封存在由签名区块组成的链中。',
  verify: '验证审计日志',
  verifiedSoFar: '已验证 {count} 条记录',
  verified: '已验证：未发现篡改',
  verifyFailed: '验证失败：审计日志与其封印不符',
  verifiedWords: '已验证 {blocks} 个区块中的 {records} 条记录。尚未封存：{unsealed}。',
  unsignedWords: '区块 1 至 {last} 早于区块签名，由签名哈希覆盖。',
  latestBlock: '最新区块：{number}，{hash}',
  actExample: 'case.approve 或 case.',
};
