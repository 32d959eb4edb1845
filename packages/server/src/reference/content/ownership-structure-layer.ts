import type { ShippedSection } from '../section.ts';

/** How many levels of owners a company may have, and from which share on a person is a beneficial owner. */
export const ownershipStructureLayer: ShippedSection<'ownership_structure_layer'> = {
  version: '1.1.0',
  attribution: null,
  settings: { beneficialOwnerFromPercent: 25, maxDepthCollected: 10 },
  items: [
    {
      code: '1',
      name: '1 layer: natural persons hold the customer directly',
      minLayers: 1,
      maxLayers: 1,
      requires: ['REGISTER_OF_MEMBERS'],
    },
    {
      code: '2',
      name: '2 layers: one holding level between the customer and natural persons',
      minLayers: 2,
      maxLayers: 2,
      requires: ['REGISTER_OF_MEMBERS', 'OWNERSHIP_CHART'],
    },
    {
      code: '3_OR_MORE',
      name: '3 or more layers',
      minLayers: 3,
      maxLayers: null,
      requires: ['REGISTER_OF_MEMBERS', 'OWNERSHIP_CHART', 'OWNERSHIP_RATIONALE'],
    },
    { code: 'UNKNOWN', name: 'Unknown', minLayers: null, maxLayers: null, requires: ['OWNERSHIP_CHART'] },
  ],
};
