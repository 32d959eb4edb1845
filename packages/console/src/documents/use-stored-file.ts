import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '../api.ts';

/** Reads a file of a case once, and gives it an address in the page. The audit log records each reading. */
export function useStoredFile(domain: string, uploadId: string) {
  const queries = useQueryClient();
  const [address, setAddress] = useState<string>();
  const file = useQuery({
    queryKey: ['file', domain, uploadId],
    queryFn: () => fetchFile('uploads.content', { domain, uploadId }),
    // It is read once for each opening: a second reading would be a second record.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (!file.data) return;
    const made = URL.createObjectURL(file.data);
    setAddress(made);
    void queries.invalidateQueries({ queryKey: ['case'] });
    return () => URL.revokeObjectURL(made);
  }, [file.data, queries]);
  return { file, address };
}
