import type { Translation } from '../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: Translation<typeof english> = {
  title: '访问令牌',
  words: '程序（例如助手）可凭令牌代您读取。它不会更改任何内容，可见范围不超过您的角色权限。',
  create: '创建访问令牌',
  name: '名称',
  nameWords: '便于日后识别，例如：我笔记本上的助手',
  domain: '业务域',
  domainWords: '仅限此业务域的案件、客户、执行、用量和审计记录。名单状态和配额属于整个租户。',
  personalData: '包含个人数据',
  personalDataWords:
    '关闭：仅状态、数量、得分和时间。开启：姓名、出生日期、原因以及您可读取的其他内容会随响应离开本服务。',
  days: '有效期（天）',
  createdTitle: '访问令牌已创建',
  createdWords: '请立即复制，之后不再显示。',
  token: '访问令牌',
  startWords: '将令牌放入 GATEHOUSE_ACCESS_TOKEN 后启动助手服务器：',
  expires: '到期时间',
  lastUsed: '上次使用',
  never: '从未',
  included: '个人数据',
  ofPerson: '{email} 的访问令牌',
  ofPersonWords: '程序凭令牌代此人读取数据，所见不超过此人当时角色的权限。',
  none: '没有访问令牌。',
  revoke: '吊销',
  revokeNamed: '吊销 {name}',
  revokeAsk: '吊销访问令牌 {name}？',
  revokeWords: '使用它的程序将立即被拒绝。',
};
