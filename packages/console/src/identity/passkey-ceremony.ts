import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { text } from '../messages/text.ts';

/** The browser's half of passkeys. Loaded when somebody uses one. */

interface Begun {
  readonly ceremony: string;
  readonly options: Readonly<Record<string, unknown>>;
}

interface Answered {
  readonly ceremony: string;
  readonly response: Record<string, unknown>;
}

/** Has a device make a passkey. @throws Error in words for the person */
export async function makePasskey({ ceremony, options }: Begun): Promise<Answered> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(describeFailure);
  return { ceremony, response: { ...response } };
}

/** Has a device sign by a passkey. @throws Error in words for the person */
export async function signByPasskey({ ceremony, options }: Begun): Promise<Answered> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(describeFailure);
  return { ceremony, response: { ...response } };
}

function describeFailure(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new Error(text('identity.passkeyExists'), { cause: error });
  // Browsers say no more, so that pages learn nothing of what a device holds.
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw new Error(text('identity.passkeyNotUsed'), { cause: error });
  }
  throw error;
}
