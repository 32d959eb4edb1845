/** Identifiers of listed entities and subjects: types, checks, normal forms and the keys by which they are looked up. */
export { checkIdentifier } from './check-identifier.ts';
export { differingCharacters, identifierKeys, nearKeys } from './keys.ts';
export { typedIdentifier, typeOfKind } from './published-kind.ts';
export { recognizedIdentifiers } from './recognize.ts';
export { IDENTIFIER_TYPES, type IdentifierType } from './types.ts';
export { chainName } from './wallets.ts';
