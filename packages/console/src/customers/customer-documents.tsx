import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { DocumentList } from '../documents/document-list.tsx';
import { text } from '../messages/text.ts';
import { documentTypeText } from '../ui/country-text.ts';
import { type CustomerKey, Heading, Nothing, Unread } from './customer-section.tsx';

/** Files of the customer, wherever they came in. */
export function Files({ customer }: { readonly customer: CustomerKey }) {
  const files = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'documents'],
    queryFn: ({ signal }) => call('customers.documents', { params: { ...customer }, signal }),
  });
  return (
    <section className="gh-panel gh-block" aria-label={text('customers.documents')}>
      <Heading>{text('customers.documents')}</Heading>
      <Unread list={files} />
      {files.data?.documents.length === 0 && <Nothing>{text('customers.noDocuments')}</Nothing>}
      <DocumentList
        domain={customer.domain}
        documents={files.data?.documents ?? []}
        typeOf={({ uploadId }) =>
          files.data?.documents.find((one) => one.uploadId === uploadId)?.document?.type
        }
        titleOf={({ uploadId }) => {
          const of = files.data?.documents.find((one) => one.uploadId === uploadId)?.document;
          return of ? documentTypeText(of.type, of.country) : undefined;
        }}
      />
    </section>
  );
}
