"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApp } from "@/lib/api/client/app-client";

/** A test is made when a person asks for one, never by itself: it sends the key. */
function testOf(name: string) {
  return {
    queryKey: ["provider-test", name] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => callApp("modelProviders.test", { name }, signal),
    retry: false,
    staleTime: 0,
  };
}

/** What a provider answered to its last test. */
export function useProviderTest(name: string) {
  return useQuery({ ...testOf(name), enabled: false });
}

/** Forgets the tests of a provider whose settings changed. */
export function useClearTest() {
  const client = useQueryClient();
  return (name: string) => client.removeQueries({ queryKey: testOf(name).queryKey });
}

/** Asks at the usual ports of this machine whether a server of models is there. */
export function useLocalSearch(names: readonly string[]) {
  const client = useQueryClient();
  const [isSearching, setSearching] = useState(false);
  const start = () => {
    setSearching(true);
    // A test that fails says so in its own row.
    void Promise.allSettled(names.map((name) => client.fetchQuery(testOf(name)))).then(() => setSearching(false));
  };
  return { isSearching, start };
}
