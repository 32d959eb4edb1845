import type { Translation } from '../catalogue.ts';
import type { manual as english } from '../en/manual.ts';

export const manual: Translation<typeof english> = {
  keySearch: '搜索页面、案件、客户和操作',
  keyNextCase: '下一个案件',
  keyFind: '搜索',
  keyHit: '选择案件的一个命中',
  keyRule: '裁定：真实匹配、误报、无法确定',
  keySelectHits: '选择一个命中，或选择所有显示的命中：随后 T、F、U 对其全部裁定',
  keyContradicting: '出生日期、国家或性别不符的命中',
  keyUnresolved: '待裁定的命中、全部命中',
  keyClaim: '领取',
  keyDecide: '批准或转交下一组、拒绝',
  keyNote: '添加备注、附加文件',
  keyPrint: '打印案件或快速筛查，或存为 PDF',
  keyReview: '审核证件时：接受、拒绝、再次索取',
  keyAssign: '选择一行、分配所选案件',
  keyExport: '保存案件报告、导出案件列表',
  keyConfirm: '确认对话框',
  goTo: '前往{page}',
  shortcuts: '键盘快捷键',
  docs: '文档位置：{page}',
  yours: '您的角色包含 {permissions}。',
  notYours: '您的角色不包含 {permissions}。',
};
