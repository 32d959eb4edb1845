import type { Translation } from '../catalogue.ts';
import type { session as english } from '../en/session.ts';

export const session: Translation<typeof english> = {
  signInWords: '登录控制台',
  password: '密码',
  oneTimeCode: '一次性验证码',
  oneTimeCodeWords: '来自您的身份验证器应用，或恢复码',
  withPasskey: '使用通行密钥登录',
  forgotPassword: '忘记密码？',
};
