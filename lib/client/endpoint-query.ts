import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { EndpointName, endpoints } from "@/lib/domain/api";
import type { Page } from "@/lib/domain/page";
import { type InputOf, type ReplyOf, request } from "./request";

/** Endpoints that read data. */
export type ReadName = { [N in EndpointName]: (typeof endpoints)[N]["method"] extends "GET" ? N : never }[EndpointName];

/** Endpoints that read a paginated list. */
export type PagedName = { [N in ReadName]: ReplyOf<N> extends Page<unknown> ? N : never }[ReadName];

/** Cache key of a reading endpoint. The name alone matches all of its entries, for invalidation. */
export const endpointKey = <N extends ReadName>(name: N, input?: InputOf<N>) =>
  (input === undefined ? [name] : [name, input]) as readonly unknown[];

/** Query options of a reading endpoint: `useQuery(endpointQuery("getTask", { params: { taskId } }))`. */
export const endpointQuery = <N extends ReadName>(name: N, input: InputOf<N>) =>
  queryOptions({ queryKey: endpointKey(name, input), queryFn: ({ signal }) => request(name, input, { signal }) });

/** Query options of a paginated list: `useInfiniteQuery(endpointPages("listSamples", { params, query: { limit: 50 } }))`. */
export const endpointPages = <N extends PagedName>(name: N, input: InputOf<N>) =>
  infiniteQueryOptions({
    queryKey: [name, "pages", input] as readonly unknown[],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(input as { query?: object }).query, ...(pageParam !== null && { cursor: pageParam }) };
      return request(name, { ...input, query } as InputOf<N>, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as Page<unknown>).nextCursor,
  });
