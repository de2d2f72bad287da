import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";

/** How often a page in trouble asks whether the server is well again; spread, so that not everybody asks at once. */
const betweenMs = 2000;
const spreadMs = 1000;

const listeners = new Set<() => void>();

/** Calls back when the server is well again after trouble that a page has met: what waits may be sent at once. */
export function onRecovery(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const isPassing = (error: unknown) => error instanceof ApiError && error.passing && error.status !== 429;

/** Whether the server answers and its database can be used; a missing worker keeps nobody from reading. */
async function isWell(): Promise<boolean> {
  try {
    const reply = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(3000) });
    const { database }: { database?: unknown } = await reply.json();
    return database === "ok";
  } catch {
    // No answer, or a proxy's page.
    return false;
  }
}

let asking = false;

/**
 * Called when a page meets trouble that passes, such as a database that is away: asks until the server is well, then tells everybody who waits. Only one
 * such watch runs at a time.
 */
export function awaitRecovery(wait: (work: () => void, ms: number) => unknown = setTimeout, random: () => number = Math.random): void {
  if (asking) return;
  asking = true;
  const ask = async () => {
    if (await isWell()) {
      asking = false;
      for (const listener of listeners) listener();
    } else later();
  };
  const later = () => wait(() => void ask(), betweenMs + spreadMs * random());
  later();
}

/** Loads what failed for a passing reason again as soon as the server is well, without anybody pressing "Try again". */
export function recoverQueries(client: QueryClient): () => void {
  const stopWatching = client.getQueryCache().subscribe(({ query }) => {
    if (isPassing(query.state.error) && query.state.fetchStatus === "idle" && query.getObserversCount() > 0) awaitRecovery();
  });
  const stopListening = onRecovery(() => {
    void client.refetchQueries({ type: "active", predicate: ({ state }) => isPassing(state.error) });
  });
  return () => {
    stopWatching();
    stopListening();
  };
}
