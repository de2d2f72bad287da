import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";

/** Refusals are final; only what may pass by itself is tried again, three times. */
const retry = (failures: number, error: Error) => failures < 3 && (!(error instanceof ApiError) || error.passing);

/** The browser's one cache of server data. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry }, mutations: { retry: false } } });
