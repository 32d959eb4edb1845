/** `@gatehouse/sdk/testing`: a mock gateway and a signer of webhooks, for the tests of integrators. */
export {
  type MockAnswer,
  type MockCall,
  type MockGateway,
  type MockGatewayOptions,
  type MockOutcome,
  startMockGateway,
} from './mock/mock-gateway.ts';
export { type SignEventOptions, type SignedEvent, signEvent } from './mock/sign-event.ts';
