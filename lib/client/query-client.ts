import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";

/** Refusals are final; only transient errors are retried, up to three times. */
const retry = (failures: number, error: Error) => failures < 3 && (!(error instanceof ApiError) || error.passing);

/** The browser's only cache of server data. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry }, mutations: { retry: false } } });
