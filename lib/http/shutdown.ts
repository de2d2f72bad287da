import "server-only";

// On globalThis, because Next bundles start-up code and routes separately, each with its own module state.
const held = globalThis as unknown as { redlineShutdown?: AbortController };

function controller(): AbortController {
  held.redlineShutdown ??= new AbortController();
  return held.redlineShutdown;
}

/** Aborts when the server is asked to stop. Streams listen to it, because an open one would keep the process alive. */
const shutdownSignal = (): AbortSignal => controller().signal;

/** Ends all streams. */
export const beginShutdown = (): void => controller().abort();

/** Ends with the client's connection or with the server, whichever comes first. */
export const streamSignal = (request: Request): AbortSignal => AbortSignal.any([request.signal, shutdownSignal()]);
