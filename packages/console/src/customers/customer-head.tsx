import type { CustomerDetail } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import { text } from '../messages/text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { InlineId } from '../ui/copy-id.tsx';
import { formatInstant, labelOf } from '../ui/format.ts';

/** Who the customer is: name, ID, type, and when it was submitted. */
export function CustomerHead({
  customer,
  name,
  isCompany,
}: {
  readonly customer: CustomerDetail;
  readonly name: string;
  /** Whether it is one for certain, also where no submission states its type. */
  readonly isCompany: boolean;
}) {
  const { customerId, customerType, createdAt, updatedAt } = customer;
  const type = customerTypeText(customerType, isCompany);
  return (
    <div className="gh-subject-head gh-customer">
      <Avatar name={name} size="large" icon={isCompany ? Building2 : UserRound} />
      <div>
        <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Text component="div" size="sm" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
          <InlineId id={customerId} />
          {type === undefined ? '' : ` · ${type}`} ·{' '}
          {text('customers.summary', {
            created: formatInstant(createdAt),
            submitted: formatInstant(updatedAt),
          })}
        </Text>
      </div>
    </div>
  );
}

/** The type that a submission stated; else of what is a company for certain that it is one. */
export function customerTypeText(
  customerType: CustomerDetail['customerType'],
  isCompany: boolean,
): string | undefined {
  if (customerType !== null) return labelOf(customerType);
  return isCompany ? text('documents.company') : undefined;
}
