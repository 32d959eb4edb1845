import { readFileSync } from 'node:fs';
import type * as Contract from '@gatehouse/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CallData, ConfigKey, Engine, EventType, OperationName, Source, WireHit } from '../src/index.ts';
import { inputSchemasFile, renderInputSchemas, renderWireTypes, wireTypesFile } from './write-wire-types.ts';

type Contracted = { [N in Contract.OperationName]: Contract.DataOf<Contract.Operations[N]> };

describe('the types of the wire', () => {
  it('are those of the contract', () => {
    expectTypeOf<OperationName>().toEqualTypeOf<Contract.OperationName>();
    expectTypeOf<Engine>().toEqualTypeOf<Contract.Engine>();
    expectTypeOf<EventType>().toEqualTypeOf<Contract.EventType>();
    expectTypeOf<Source>().toEqualTypeOf<Contract.Source>();
    expectTypeOf<ConfigKey>().toEqualTypeOf<Contract.ConfigKey>();
    // Each fits the other: an optional member of a schema may be undefined, which JSON cannot say.
    expectTypeOf<WireHit>().toExtend<Contract.WireHit>();
    expectTypeOf<CallData>().toExtend<Contracted>();
    expect(readFileSync(wireTypesFile, 'utf8')).toBe(renderWireTypes());
  });

  it('and the inputs that the mock gateway takes, too', () => {
    expect(readFileSync(inputSchemasFile, 'utf8')).toBe(renderInputSchemas());
  });
});
