/** A typed client of the gateway for servers in TypeScript: `npx orval@8.38.0` in this folder writes `gatehouse.ts`. */
export default {
  gatehouse: {
    input: '../../docs/openapi.json',
    output: {
      target: './gatehouse.ts',
      client: 'fetch',
      override: { mutator: { path: './signed-call.ts', name: 'signedCall', extension: '.ts' } },
    },
  },
};
