import type { Translation } from '../catalogue.ts';
import type { usage as english } from '../en/usage.ts';

export const usage: Translation<typeof english> = {
  title: '计费用量',
  eventUnits: '事件单位',
  screenings: '筛查（不计费）',
  day: '日期',
  key: '密钥',
  groupBy: '分组方式',
  used: '已用',
  usage: '用量',
  noUsage: '此时段内无用量。',
  noUsageWords: '调用、快速筛查和监控的用量在此处按日、密钥和业务域计数。',
  daysWords: '日期按 UTC 计算。导出包含所有业务域和密钥。',
  quota: '配额',
  billingBlocked: '计费已被冻结。消耗单位的调用将被拒绝。',
  unitsLabel: '已授予、已用和剩余单位',
  granted: '已授予',
  remaining: '剩余配额',
  storedFiles: '已存储文件',
  withoutKey: '控制台和服务',
};
