import type { Passkey } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import { type PersonKey, readPersonId, recordReauthentication } from './account-queries.ts';
import { auditOwnAction } from './audit-own-action.ts';
import { type CeremonyKind, consumeCeremony, startCeremony } from './ceremonies.ts';
import { markSessions } from './factor-queries.ts';
import {
  deletePasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
  usePasskey,
} from './passkey-queries.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Account } from './session-queries.ts';

/** What the browser's half of a ceremony is begun with; its form is the browser's. */
export interface StartedCeremony {
  readonly ceremony: string;
  readonly options: Record<string, unknown>;
}

/** What the browser made of it. */
export interface CeremonyAnswer {
  readonly ceremony: string;
  readonly response: Record<string, unknown>;
}

/** Hundreds of modules, which many a deployment never needs: loaded at the first ceremony. */
const library = () => import('@simplewebauthn/server');

const name = 'Gatehouse';
/** EdDSA, ES256 and RS256 by their COSE numbers: what devices have, and what Node verifies without experiments. */
const algorithms = [-8, -7, -257];

/**
 * Passkeys: keys on people's devices that let them in without a password. The device asks for a finger, a face or a
 * PIN each time, so that a passkey is two factors in one.
 */
export class Passkeys {
  readonly #database: Database;
  readonly #party: () => RelyingParty | undefined;

  /** `party` answers the relying party of new passkeys; known once the listener is open. */
  constructor(database: Database, party: () => RelyingParty | undefined) {
    this.#database = database;
    this.#party = party;
  }

  /** The host name that passkeys are for; undefined: this deployment's address can have none. */
  get host(): string | undefined {
    return this.#party()?.id;
  }

  async list(person: PersonKey): Promise<Passkey[]> {
    return (await this.#database.operator((tx) => listPasskeys(tx, person))).map(viewOf);
  }

  /** @throws ConsoleRefusal */
  async startRegistration(user: ConsoleUser): Promise<StartedCeremony> {
    const { personId, known } = await this.#database.operator(async (tx) => ({
      personId: await readPersonId(tx, user),
      known: await listPasskeys(tx, user),
    }));
    const options = await (await library()).generateRegistrationOptions({
      rpName: name,
      rpID: this.#needParty().id,
      userID: new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex')),
      userName: user.email,
      userDisplayName: user.name ?? user.email,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return this.#start('passkeyAdd', options, user);
  }

  /** @throws ConsoleRefusal */
  async add(user: ConsoleUser, answer: CeremonyAnswer & { readonly name: string }): Promise<Passkey> {
    const party = this.#needParty();
    const challenge = await this.#take('passkeyAdd', answer.ceremony, user);
    const found = await (await library())
      .verifyRegistrationResponse({
        response: answer.response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge ?? '',
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      })
      .catch(refused);
    if (challenge === undefined || found?.verified !== true) {
      throw new ConsoleRefusal('PROOF_REFUSED', phrase('refusals.passkeyMismatch'));
    }
    const { credential, credentialBackedUp } = found.registrationInfo;
    const passkey = {
      passkeyId: newId(),
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name: answer.name,
      backedUp: credentialBackedUp,
    };
    await this.#database.operator(async (tx) => {
      if (!(await insertPasskey(tx, user, passkey))) {
        throw new ConsoleRefusal('ID_TAKEN', phrase('refusals.passkeyRegistered'));
      }
      // Who has just used one has shown both factors.
      await markSessions(tx, user, { from: ['password'], to: 'passkey', sessionId: user.sessionId });
      await auditOwnAction(tx, user, 'user.add_passkey', {
        passkeyId: passkey.passkeyId,
        name: passkey.name,
      });
    });
    return viewOf({ ...passkey, createdAt: new Date(), usedAt: null });
  }

  /** Returns whether the person has such a passkey. */
  async rename(user: ConsoleUser, to: { passkeyId: string; name: string }): Promise<boolean> {
    return this.#database.operator((tx) => renamePasskey(tx, user, to));
  }

  /** Returns whether the person had such a passkey. */
  async remove(user: ConsoleUser, passkeyId: string): Promise<boolean> {
    return this.#database.operator(async (tx) => {
      const removed = await deletePasskeys(tx, user, passkeyId);
      if (removed > 0) await auditOwnAction(tx, user, 'user.remove_passkey', { passkeyId });
      return removed > 0;
    });
  }

  /** What a device is asked to sign, for whoever has a passkey there. @throws ConsoleRefusal */
  async startSignIn(): Promise<StartedCeremony> {
    return this.#start('passkeySignIn', await this.#ask([]));
  }

  /** Who signed; undefined when nobody that may sign in did, or not as they were asked. */
  async signedBy(answer: CeremonyAnswer): Promise<Account | undefined> {
    const challenge = await this.#take('passkeySignIn', answer.ceremony);
    return challenge === undefined ? undefined : this.#verify(answer, challenge);
  }

  /** @throws ConsoleRefusal */
  async startReauthentication(user: ConsoleUser): Promise<StartedCeremony> {
    const own = await this.#database.operator((tx) => listPasskeys(tx, user));
    return this.#start('passkeyProof', await this.#ask(own), user);
  }

  /** @throws ConsoleRefusal */
  async prove(user: ConsoleUser, answer: CeremonyAnswer): Promise<void> {
    const challenge = await this.#take('passkeyProof', answer.ceremony, user);
    const signer = challenge === undefined ? undefined : await this.#verify(answer, challenge);
    if (signer?.tenantId !== user.tenantId || signer.email !== user.email) {
      throw new ConsoleRefusal('PROOF_REFUSED', phrase('refusals.passkeyNotYours'));
    }
    await this.#database.operator((tx) => recordReauthentication(tx, user));
  }

  async #ask(of: readonly PasskeyRow[]) {
    return (await library()).generateAuthenticationOptions({
      rpID: this.#needParty().id,
      userVerification: 'required',
      allowCredentials: of.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports,
      })),
    });
  }

  async #verify({ response }: CeremonyAnswer, challenge: string): Promise<Account | undefined> {
    const party = this.#needParty();
    const id =
      typeof response['id'] === 'string' ? Buffer.from(response['id'], 'base64url') : Buffer.alloc(0);
    const passkey = await this.#database.operator((tx) => findPasskey(tx, id));
    if (passkey === undefined) return undefined;
    const found = await (await library())
      .verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
          id: passkey.credentialId.toString('base64url'),
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
          transports: passkey.transports,
        },
        requireUserVerification: true,
      })
      .catch(refused);
    if (found?.verified !== true) return undefined;
    const { passkeyId, tenantId, email, credential } = passkey;
    const use = { passkeyId, from: passkey.counter, to: found.authenticationInfo.newCounter };
    const isFirst = await this.#database.operator((tx) => usePasskey(tx, { tenantId }, use));
    return isFirst ? { tenantId, email, credential } : undefined;
  }

  async #start(
    kind: CeremonyKind,
    options: { readonly challenge: string },
    person?: PersonKey,
  ): Promise<StartedCeremony> {
    const { challenge } = options;
    const ceremony = await this.#database.operator((tx) =>
      startCeremony(tx, { kind, data: { challenge }, ...(person ? { person } : {}) }),
    );
    return { ceremony, options: { ...options } };
  }

  async #take(kind: CeremonyKind, token: string, person?: PersonKey): Promise<string | undefined> {
    const taken = await this.#database.operator((tx) =>
      consumeCeremony<{ challenge: string }>(tx, { kind, token, ...(person ? { person } : {}) }),
    );
    return taken?.challenge;
  }

  #needParty(): RelyingParty {
    const party = this.#party();
    if (party === undefined) {
      throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.passkeysNeedHttps'));
    }
    return party;
  }
}

/** Whatever the library finds wrong with an answer from outside is one refusal. */
function refused(): undefined {
  return undefined;
}

function viewOf({ passkeyId, name: called, backedUp, createdAt, usedAt }: PasskeyRow): Passkey {
  return {
    passkeyId,
    name: called,
    backedUp,
    createdAt: createdAt.getTime(),
    usedAt: usedAt?.getTime() ?? null,
  };
}
