export const session = {
  signInWords: 'Sign in to the console',
  password: 'Password',
  oneTimeCode: 'One-time code',
  oneTimeCodeWords: 'From your authenticator app, or a recovery code',
  withPasskey: 'Sign in with a passkey',
  forgotPassword: 'Forgot password?',
} as const;
