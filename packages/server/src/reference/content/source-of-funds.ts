import type { ShippedSection } from '../section.ts';

/** Where the money of this relationship comes from. */
export const sourceOfFunds: ShippedSection<'platform_source_of_funds'> = {
  version: '1.0.0',
  attribution: null,
  settings: {},
  items: [
    { code: 'SALARY', name: 'Salary or bonus', appliesTo: 'individual' },
    { code: 'SAVINGS', name: 'Personal savings', appliesTo: 'individual' },
    { code: 'BUSINESS_REVENUE', name: 'Business revenue', appliesTo: 'both' },
    { code: 'DIVIDENDS', name: 'Dividends', appliesTo: 'both' },
    { code: 'INVESTMENT_GAIN', name: 'Sale of investments or investment gain', appliesTo: 'both' },
    { code: 'PROPERTY_SALE', name: 'Sale of property', appliesTo: 'both' },
    { code: 'RENTAL_INCOME', name: 'Rental income', appliesTo: 'both' },
    { code: 'LOAN', name: 'Loan or credit facility', appliesTo: 'both' },
    { code: 'INHERITANCE', name: 'Inheritance', appliesTo: 'individual' },
    { code: 'GIFT', name: 'Gift or family support', appliesTo: 'individual' },
    { code: 'PENSION', name: 'Pension or retirement savings', appliesTo: 'individual' },
    { code: 'GOVERNMENT_BENEFIT', name: 'Government benefit or grant', appliesTo: 'both' },
    { code: 'INSURANCE_PAYOUT', name: 'Insurance payout', appliesTo: 'both' },
    { code: 'LEGAL_SETTLEMENT', name: 'Legal or divorce settlement', appliesTo: 'both' },
    { code: 'LOTTERY_WINDFALL', name: 'Lottery or other windfall', appliesTo: 'individual' },
    { code: 'DIGITAL_ASSETS', name: 'Digital asset proceeds', appliesTo: 'both' },
    { code: 'CAPITAL_INJECTION', name: 'Capital injection or shareholder loan', appliesTo: 'corporate' },
    { code: 'INTERCOMPANY', name: 'Group company funding', appliesTo: 'corporate' },
    { code: 'INVESTOR_FUNDS', name: 'Investor or client funds', appliesTo: 'corporate' },
    { code: 'DONATIONS', name: 'Donations', appliesTo: 'corporate' },
    { code: 'OTHERS', name: 'Others (describe)', appliesTo: 'both' },
  ],
};
