import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { InputOf } from "@/lib/client/request";
import type { Report } from "@/lib/domain/report";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";

const followMs = 2000;
/** A large study's report is computed one part after the other. */
const nextPartMs = 1000;

interface Wanted {
  params: { projectId: string };
  query: NonNullable<InputOf<"readReport">["query"]>;
  /** The chapter that is open: of a large study its values come first. */
  chapter?: ChapterChoice;
}

/**
 * A task's report: at once as last computed, then as computed from the newest data, and again whenever these change while the page is open.
 * `data` is undefined until there is one.
 */
export function useReport({ params, query, chapter }: Wanted) {
  const stale = { ...query, stale: "true" } as const;
  const first = useQuery({
    ...endpointQuery("readReport", { params, query: { ...stale, ...(chapter && { chapter }) } }),
    // The same whatever chapter is opened later: what was asked for first is shown until the whole report is there.
    queryKey: endpointQuery("readReport", { params, query: stale }).queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.tasks.some(({ computed }) => !computed.complete) ? nextPartMs : false),
  });
  const version = useQuery({
    ...endpointQuery("readReportVersion", { params, query: { task: query.task, criteriaSet: query.criteriaSet } }),
    enabled: first.data !== undefined,
    refetchInterval: followMs,
  });
  const isOld = (report: Report) =>
    report.tasks.some(({ computed }) => !computed.current) ||
    (version.data !== undefined && version.data.dataVersion !== report.dataVersion);
  const newest = useQuery({
    ...endpointQuery("readReport", { params, query }),
    enabled: first.data !== undefined && isOld(first.data),
    refetchInterval: ({ state }) => (state.data !== undefined && isOld(state.data) ? followMs : false),
  });
  const data = newest.data ?? first.data;
  const error = newest.error ?? first.error;
  const retry = () => void (first.data === undefined ? first : newest).refetch();
  return { data, error, isError: error !== null, isUpdating: newest.isFetching, retry };
}
