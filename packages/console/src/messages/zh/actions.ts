import type { Translation } from '../catalogue.ts';
import type { actions as english } from '../en/actions.ts';

export const actions: Translation<typeof english> = {
  cancel: '取消',
  save: '保存',
  remove: '移除',
  edit: '编辑',
  done: '完成',
  close: '关闭',
  confirm: '确认',
  continue: '继续',
  showMore: '显示更多',
  title: '操作',
  loading: '正在加载',
  signIn: '登录',
  signOut: '退出登录',
  backToSignIn: '返回登录',
  singleSignOn: '单点登录',
  language: '语言',
  dismiss: '关闭',
  togglePassword: '显示或隐藏密码',
};
