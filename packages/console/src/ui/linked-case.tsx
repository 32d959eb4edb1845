import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';

/** The number of a case, which leads there for those who may read cases. */
export function LinkedCase({ domain, caseNo }: { readonly domain: string; readonly caseNo: string }) {
  const { permissions } = useSession();
  const number = <bdi>{caseNo}</bdi>;
  if (!permissions.includes('cases.read')) return number;
  return (
    <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
      {number}
    </Link>
  );
}
