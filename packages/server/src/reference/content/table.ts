import type { ConfigKey } from '@gatehouse/contract';
import type { ShippedSection } from '../section.ts';
import { countries } from './countries.ts';
import { documentDefaultRule } from './document-default-rule.ts';
import { documentMaster } from './document-master.ts';
import { entityTypes } from './entity-types.ts';
import { ownershipStructureLayer } from './ownership-structure-layer.ts';
import { particular } from './particular.ts';
import { phoneCode } from './phone-code.ts';
import { productServiceComplexity } from './product-service-complexity.ts';
import { requiredForm } from './required-form.ts';
import { sourceOfFunds } from './source-of-funds.ts';
import { sourceOfWealth } from './source-of-wealth.ts';
import { ssic } from './ssic.ts';
import { ssoc } from './ssoc.ts';
import { transactionBehaviour } from './transaction-behaviour.ts';

/** What every key answers before an operator imports anything. */
export const shippedSections: { readonly [Key in ConfigKey]: ShippedSection<Key> } = {
  particular,
  'required-form': requiredForm,
  platform_countries: countries,
  platform_document_master: documentMaster,
  platform_document_default_rule: documentDefaultRule,
  platform_ssic: ssic,
  platform_ssoc: ssoc,
  platform_phone_code: phoneCode,
  platform_entity_types: entityTypes,
  ownership_structure_layer: ownershipStructureLayer,
  transaction_behaviour: transactionBehaviour,
  product_service_complexity: productServiceComplexity,
  source_of_wealth: sourceOfWealth,
  platform_source_of_funds: sourceOfFunds,
};
